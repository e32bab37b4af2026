/** Which cards move where, from what happened: the plan of the movement, nothing drawn yet. */
import type { Happening, JungoView } from '../../wire/protocol.gen'
import type { Move } from '../flights'
import { roundOf } from '../round'
import type { Travels } from '../travel.svelte'

/** Hands by seat and card, the combination and the beaten cards by card. */
export type Place = 'pile' | 'discard' | 'held' | `table-${number}` | `beaten-${number}` | `hand-${number}-${number}`

type Flight = Move<Place>

const MOST_AT_ONCE = 6 // happenings that are worth a movement

/** Returns what travels between two views of a table. */
export const travels: Travels = (happened, before, now) => {
  const was = roundOf(before, 'jungo')
  if (!now.table || !was || happened.length > MOST_AT_ONCE) return null
  return [moves(happened, was), new Map(was.discard === null ? [] : [['discard', was.discard]])]
}

/** Returns the moves for what happened between two views of a round. */
export function moves(happened: readonly Happening[], before: JungoView): Flight[] {
  const planned: Flight[] = []
  const isThrown = happened.some(({ what }) => what === 'throw')

  for (const { what, seat, cells = [], card = null, cards = [] } of happened) {
    const hand = (spot: number): Place => `hand-${seat}-${spot}`
    const move = (from: Place, to: Place, face: number | null, flips = false): void => {
      planned.push({ card: face, from, to, flips, after: 0, waits: true })
    }
    switch (what) {
      case 'draw':
        move('pile', 'held', card, card !== null)
        break
      case 'insert':
        move('held', hand(cells[0] ?? 0), card)
        break
      case 'discard':
        move('held', 'discard', card, before.held === null)
        break
      case 'play':
      case 'jungo':
        for (const [place, face] of cards.entries()) {
          const spot = cells[place]
          if (spot === undefined) move('held', `table-${place}`, face, before.held === null)
          else move(hand(spot), `table-${place}`, face, before.hands[seat]?.cards[spot] == null)
        }
        // What lay there is beaten; the winner of a round leaves it to the discard pile (J10).
        for (const [place, face] of before.combination.entries()) {
          move(`table-${place}`, isThrown ? 'discard' : `beaten-${place}`, face)
        }
        break
      case 'throw':
        if (before.beaten.length) for (const [place, face] of cards.entries()) move(`beaten-${place}`, 'discard', face)
        break
      case 'pick_up':
        move('beaten-0', hand(cells[0] ?? 0), card)
        break
      case 'full_lap':
        for (const [place, face] of before.combination.entries()) move(`table-${place}`, 'discard', face)
        break
      case 'reshuffle':
        move('discard', 'pile', null)
        break
    }
  }
  return planned
}
