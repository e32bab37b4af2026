/** What an analysis needs of each game to speak of its actions, in one plain map. A new game is one more line. */
import type { Component } from 'svelte'
import type { RoomView } from '../../wire/protocol.gen'

export type Round = NonNullable<RoomView['table']>

/** Speaks of actions in their text form, each in the view in which its seat had the choice. */
export interface Actions<View> {
  /** Draws a card, null for a back. */
  Card: Component<{ value: number | null }>
  /** What a seat does with the action: "prendre le 3". */
  name: (action: string, view: View, seat: number) => string
  /** The cards that it is about, null for one that the seat did not know: what moves, then what lay there. */
  cards: (action: string, view: View, seat: number) => (number | null)[]
  /** Where it happens on the board: places as `data-place` names them. */
  places: (action: string, view: View, seat: number) => string[]
}

const ACTIONS: Readonly<Record<string, () => Promise<Actions<never>>>> = {
  skyjo: async () => (await import('./skyjo_actions')).skyjo,
  jungo: async () => (await import('./jungo_actions')).jungo,
  ptit_pois: async () => (await import('./ptit_pois_actions')).ptitPois,
}

const loaded = new Map<string, Actions<Round>>()

/** Fetches how to speak of a game's actions. */
export async function loadActions(game: string): Promise<void> {
  const load = ACTIONS[game]
  if (!load) throw new Error(`no words for the actions of ${game}`)
  loaded.set(game, (await load()) as Actions<Round>)
}

/** Returns how to speak of actions in a view, which was loaded before. */
export function actionsOf(view: Round): Actions<Round> {
  const found = loaded.get(view.game)
  if (!found) throw new Error(`the actions of ${view.game} are not loaded`)
  return found
}
