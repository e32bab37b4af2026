/** The cards of the own hand as things that stay themselves while the hand opens and closes around them. */
import type { Happening } from '../../wire/protocol.gen'

export interface Cards {
  keys: readonly number[] // one a card, in the hand's order
  next: number // key of the next new card
}

export const NO_CARDS: Cards = { keys: [], next: 0 }

/** Returns the hand of `size` cards after what happened to it; a hand that does not follow from it is all new. */
export function followHand(cards: Cards, happened: readonly Happening[], seat: number, size: number): Cards {
  const keys = [...cards.keys]
  let next = cards.next
  for (const { what, seat: actor, cells = [] } of happened) {
    const [first = 0] = cells
    if (actor !== seat) continue
    if ((what === 'play' || what === 'jungo') && cells.length) keys.splice(first, cells.length)
    else if (what === 'insert' || what === 'pick_up') keys.splice(first, 0, next++)
  }
  if (keys.length === size) return { keys, next }
  return { keys: Array.from({ length: size }, (_, place) => next + place), next: next + size }
}
