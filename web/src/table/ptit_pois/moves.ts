/** Which cards move where, from what happened: the plan of the movement, nothing drawn yet. */
import type { Happening, PtitPoisView } from '../../wire/protocol.gen'
import type { Move } from '../flights'
import { roundOf } from '../round'
import type { Travels } from '../travel.svelte'
import { codeOf } from './cards'

/** Packets by seat and spot, the Main of the viewer by card, the others' as a whole. */
export type Place = 'draw' | 'pile-0' | 'pile-1' | `row-${number}-${number}` | `main-${number}-${number}` | `main-${number}`

type Flight = Move<Place>

const STAGGER = 20 // ms between two cards drawn one after the other

/** Returns what travels between two views of a table. */
export const travels: Travels = (happened, before, view) => {
  const was = roundOf(before, 'ptit_pois')
  const now = roundOf(view, 'ptit_pois')
  if (!now || !was) return null
  const tops = was.piles.map((card, side) => [`pile-${side}`, codeOf(card)] as const)
  return [moves(happened, was, now, view.you), new Map(tops)]
}

/** Returns the moves for what happened between two views of a round, as the seat `you` saw it. */
export function moves(happened: readonly Happening[], before: PtitPoisView, after: PtitPoisView, you: number | null): Flight[] {
  const planned: Flight[] = []
  for (const { what, seat, cells = [], card = null, cards = [] } of happened) {
    const [first = 0, side = 0] = cells
    const main = (spot: number): Place => (seat === you ? `main-${seat}-${spot}` : `main-${seat}`)
    const row = (spot: number): Place => `row-${seat}-${spot}`
    const move = (from: Place, to: Place, face: number | null, more: Partial<Flight> = {}): void => {
      planned.push({ card: face, from, to, flips: false, after: 0, waits: true, ...more })
    }
    switch (what) {
      case 'play':
        move(main(first), side === 1 ? 'pile-1' : 'pile-0', card, { flips: seat !== you })
        break
      case 'play_row':
        move(row(first), side === 1 ? 'pile-1' : 'pile-0', card)
        break
      case 'turn_packet': {
        const [cover, under] = [2 * first, 2 * first + 1]
        const isSpread = isVisible(after, seat, under) // its cards lie side by side from now on (P5)
        if (isSpread) move(row(under), row(under), card, { flips: true })
        else move(isVisible(before, seat, cover) ? row(cover) : row(under), row(cover), card, { flips: true })
        break
      }
      case 'draw': {
        const from = before.seats[seat]?.main.length ?? 0
        if (seat === you) for (const [place, face] of cards.entries()) move('draw', main(from + place), face, { flips: true })
        else for (let place = 0; place < first; place++) move('draw', main(0), null, { after: place * STAGGER, waits: false })
        break
      }
      case 'over':
        planned.push(...lastReveal(before, after, planned))
    }
  }
  return planned
}

function isVisible(view: PtitPoisView, seat: number, spot: number): boolean {
  return view.seats[seat]?.row[spot]?.status === 'visible'
}

// What was still hidden is turned over to be counted (P8).
function lastReveal(before: PtitPoisView, after: PtitPoisView, planned: readonly Flight[]): Flight[] {
  const moved = new Set(planned.flatMap(({ from, to }) => [from, to]))
  const found: Flight[] = []
  for (const [seat, { row }] of after.seats.entries()) {
    for (const [spot, { card, status }] of row.entries()) {
      const at: Place = `row-${seat}-${spot}`
      if (status !== 'visible' || !card || moved.has(at) || isVisible(before, seat, spot)) continue
      found.push({ card: codeOf(card), from: at, to: at, flips: true, after: 0, waits: true })
    }
  }
  return found
}
