/** The games' boards: what the table needs of each game, in one plain map. A new game is one more line. */
import type { Component } from 'svelte'
import type { Happening, RoomView } from '../wire/protocol.gen'
import type { LiveTable } from './live.svelte'
import { skyjo } from './skyjo/skyjo'

/** What the turn line says. */
export interface Prompt {
  title: string
  note: string
}

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
}

export const BOARDS: Readonly<Record<string, GameTable>> = { skyjo }

/** Returns the game's entry; the server plays no game that the page of the same build does not know. */
export function tableOf(view: RoomView): GameTable {
  const table = BOARDS[view.game]
  if (!table) throw new Error(`no board for ${view.game}`)
  return table
}
