/**
 * The games' boards: what the table needs of each game, in one plain map. A new game is one more line.
 *
 * A board comes with the first table of its game, so that the first load of a table carries one board only.
 */
import type { Component } from 'svelte'
import type { Happening, RoomView } from '../wire/protocol.gen'
import type { Key } from '../words'
import type { LiveTable } from './live.svelte'

/** What the turn line says. */
export interface Prompt {
  title: string
  note: string
}

/** What totals count. */
export type Unit = 'points' | 'rounds' | 'cards'

export interface GameTable {
  /** The round in play. */
  Board: Component<{ live: LiveTable }>
  /** What lies before a seat when the round is closed, small, beside its score. */
  Remains: Component<{ view: RoomView; seat: number }>
  /** One thing that happened, as a sentence. */
  tell: (happening: Happening, view: RoomView) => string
  /** What is to do, or who is awaited. */
  prompt: (view: RoomView) => Prompt
  /** Why a seat's score is not its sum, short and with that sum; null where it is. */
  penalty: (view: RoomView, seat: number) => { sum: number; why: string } | null
  /** How the closed round came out, in a sentence; empty where there is nothing to explain. */
  summary: (view: RoomView) => string
  /** What a total is a number of. */
  unit: (view: RoomView) => Unit
  /** Happenings that are heard more than a card laid down. */
  accents: readonly string[]
  /** The keys that this board adds to those of every table: the key and what it does. */
  keys: readonly (readonly [string, Key])[]
}

export const BOARDS: Readonly<Record<string, () => Promise<GameTable>>> = {
  skyjo: async () => (await import('./skyjo/skyjo')).skyjo,
}

const loaded = new Map<string, GameTable>()

/** Fetches the entry of a game; the server plays no game that the page of the same build does not know. */
export async function loadTable(game: string): Promise<void> {
  const load = BOARDS[game]
  if (!load) throw new Error(`no board for ${game}`)
  if (!loaded.has(game)) loaded.set(game, await load())
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
