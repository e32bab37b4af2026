/**
 * The games' boards: what the table needs of each game, in one plain map. A new game is one more line.
 *
 * A board and its words come with the first table of its game, so that the first load of a table carries one of them.
 */
import type { Component } from 'svelte'
import { loadWords } from '../language.svelte'
import type { Command, Happening, RoomView } from '../wire/protocol.gen'
import type * as later from './later'

/** What the turn line says. */
export interface Prompt {
  title: string
  note: string
}

/** What a board sees of a table: of one that is played, or of one that is looked at again. */
export interface Seen {
  readonly view: RoomView | null
  /** The view before the last change, null where there was none that belongs to it. */
  readonly before: RoomView | null
  readonly happened: readonly Happening[]
  /** The same in words. */
  readonly news: string
  /** What the turn line says instead of what is to do; null at a table that is played. */
  readonly said: Prompt | null
  readonly legal: readonly string[]
  readonly hint: { action: string; sentence: string } | null
  readonly isHinting: boolean
  readonly refusal: string | null
  act(action: string): void
  send(command: Command): Promise<boolean>
}

/** What totals count. */
export type Unit = 'points' | 'rounds' | 'cards'

export interface GameTable {
  /** The round in play. */
  Board: Component<{ live: Seen }>
  /** One thing that happened, as a sentence. */
  tell: (happening: Happening, view: RoomView) => string
  /** What is to do, or who is awaited. */
  prompt: (view: RoomView) => Prompt
  /** Whether seats have cards that others may not see: then a device that is passed on hides them in between. */
  hasHands: boolean
  /** What a total is a number of. */
  unit: (view: RoomView) => Unit
  /** Happenings that are heard more than a card laid down. */
  accents: readonly string[]
  /** What comes later. */
  later: () => Promise<GameLater>
}

/** What a table needs of its game only between rounds, at the end, or when it is asked for. */
export interface GameLater {
  /** What lies before a seat when the round is closed, small, beside its score. */
  Remains: Component<{ view: RoomView; seat: number }>
  /** Why a seat's score is not its sum, short and with that sum, and whether that is good for it; null where it is. */
  penalty: (view: RoomView, seat: number) => { sum: number; why: string; isGood?: boolean } | null
  /** How the closed round came out, in a sentence; empty where there is nothing to explain. */
  summary: (view: RoomView) => string
  /** The keys that the game's board adds to those of every table: the key and what it does, in words. */
  keys: () => readonly (readonly [string, string])[]
}

export const BOARDS: Readonly<Record<string, () => Promise<GameTable>>> = {
  skyjo: async () => (await import('./skyjo/skyjo')).skyjo,
  jungo: async () => (await import('./jungo/jungo')).jungo,
  ptit_pois: async () => (await import('./ptit_pois/ptit_pois')).ptitPois,
}

/** What a table needs only later: of every game, and of its own. */
export type Later = typeof later & GameLater

const loaded = new Map<string, GameTable>()
const loadedLater = new Map<string, Later>()

/** Fetches what a table of a game needs later, with its words. */
export async function loadLater(game: string): Promise<Later> {
  const own = loadTable(game).then(() => loaded.get(game)?.later())
  // Of `pages` it says rules, the bots' pace, who begins.
  const [all, ofGame] = await Promise.all([import('./later'), own, loadWords('later'), loadWords('pages')])
  const found = { ...all, ...(ofGame as GameLater) }
  loadedLater.set(game, found)
  return found
}

/** Returns it where it was fetched before. */
export function laterNow(game: string): Later | null {
  return loadedLater.get(game) ?? null
}

/** Fetches the entry of a game; the server plays no game that the page of the same build does not know. */
export async function loadTable(game: string): Promise<void> {
  const load = BOARDS[game]
  if (!load) throw new Error(`no board for ${game}`)
  if (loaded.has(game)) return
  const [entry] = await Promise.all([load(), loadWords(game)])
  loaded.set(game, entry)
}

/** Whether `tableOf` has the entry of a game. */
export function isLoaded(game: string): boolean {
  return loaded.has(game)
}

/** Returns the game's entry, which was loaded before. */
export function tableOf(view: RoomView): GameTable {
  const table = loaded.get(view.game)
  if (!table) throw new Error(`the board of ${view.game} is not loaded`)
  return table
}
