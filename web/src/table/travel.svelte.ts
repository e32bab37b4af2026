/** Cards that travel over a board: what draws them, and the game's plan, come a moment after the board itself. */
import { untrack } from 'svelte'
import type { Happening, RoomView } from '../wire/protocol.gen'
import type { Seen } from './boards'
import type { Card, Flights, Move } from './flights'

// How long that takes, ms.
export const TRAVEL = 260
export const TURN_OVER = 180
export const LEAVE = 280

/** What a change looks like: the cards that move, and what lies at a place until one lands there. Null: nothing moves. */
export type Travels = (
  happened: readonly Happening[],
  before: RoomView,
  now: RoomView,
) => [moves: readonly Move[], under: ReadonlyMap<string, number>] | null

/** Lets the cards of a board travel; for the start of its component. `plan` fetches what says which go where. */
export function letTravel(live: () => Seen, board: () => HTMLElement, card: Card, plan: () => Promise<{ travels: Travels }>): void {
  let flights: Flights | undefined
  let travels: Travels | undefined
  $effect(() => {
    const on = board()
    let isGone = false
    Promise.all([import('./flights'), plan()]).then(
      ([{ Flights }, found]) => {
        if (isGone) return
        flights = new Flights(on, card)
        travels = found.travels
      },
      () => undefined, // then cards are simply where they are
    )
    return () => {
      isGone = true
      flights?.close()
      flights = undefined
    }
  })
  $effect.pre(() => {
    if (live().view) flights?.remember()
  })
  $effect(() => {
    const { happened, before, view } = live()
    untrack(() => {
      // After an absence the table is simply as it is.
      const found = view && before && happened.length ? travels?.(happened, before, view) : null
      if (found) flights?.play(...found)
      else flights?.end()
    })
  })
}
