/** What an analysis needs of each game to speak of its actions, in one plain map. A new game is one more line. */
import type { Component } from 'svelte'
import type { RoomView } from '../../wire/protocol.gen'
import { jungo } from './jungo'
import { ptitPois } from './ptit_pois'
import { skyjo } from './skyjo'

export type Round = NonNullable<RoomView['table']>

/** Speaks of actions in their text form, each in the view in which its seat had the choice. */
export interface Actions<View> {
  /** Draws a card, null for a back. */
  Card: Component<{ value: number | null }>
  /** What a seat does with the action: "prendre le 3". */
  name: (action: string, view: View, seat: number) => string
  /** The card that it is about, null for one that nobody sees; undefined where it is about none. */
  card: (action: string, view: View, seat: number) => number | null | undefined
  /** Where it happens on the board: places as `data-place` names them. */
  places: (action: string, view: View, seat: number) => string[]
}

const ACTIONS: Readonly<Record<string, Actions<never>>> = { skyjo, jungo, ptit_pois: ptitPois }

/** Returns how to speak of actions in a view. */
export function actionsOf(view: Round): Actions<Round> {
  const found = ACTIONS[view.game]
  if (!found) throw new Error(`no words for the actions of ${view.game}`)
  return found as Actions<Round>
}
