/** Which cards move where, from what happened: the plan of the movement, nothing drawn yet. */
import type { Happening, SkyjoView } from '../../wire/protocol.gen'
import type { Move } from '../flights'
import { roundOf } from '../round'
import { TRAVEL, TURN_OVER, type Travels } from '../travel.svelte'

export type Place = 'pile' | 'hand' | 'discard' | `cell-${number}-${number}` // seat, cell

type Flight = Move<Place>

const MOST_AT_ONCE = 6 // happenings that are worth a movement

/** Returns what travels between two views of a table. */
export const travels: Travels = (happened, before, view) => {
  const was = roundOf(before, 'skyjo')
  const now = roundOf(view, 'skyjo')
  if (!now || !was || happened.length > MOST_AT_ONCE) return null
  const top = was.discard
  const lies = top !== null && !happened.some(({ what }) => what === 'take')
  return [moves(happened, was, now), new Map(lies ? [['discard', top]] : [])]
}

/** Returns the moves for what happened between two views of a round. */
export function moves(happened: readonly Happening[], before: SkyjoView, after: SkyjoView): Flight[] {
  const planned: Flight[] = []
  let held = before.held // the card in hand, as far as it is known
  let shown = 0 // ms until the card that completed a line lies open

  for (const { what, seat, cells = [], card = null, old = null } of happened) {
    const at = (cell: number): Place => `cell-${seat}-${cell}`
    const move = (from: Place, to: Place, face: number | null, more: Partial<Flight> = {}): void => {
      planned.push({ card: face, from, to, flips: false, after: 0, waits: true, ...more })
    }
    switch (what) {
      case 'draw':
        move('pile', 'hand', card, { flips: card !== null })
        held = card
        break
      case 'take':
        move('discard', 'hand', card)
        held = card
        break
      case 'discard':
        move('hand', 'discard', card, { flips: held === null })
        break
      case 'swap': {
        const [cell = 0] = cells
        move('hand', at(cell), card, { flips: held === null })
        move(at(cell), 'discard', old, { flips: isHidden(before, seat, cell) })
        shown = TRAVEL
        break
      }
      case 'turn':
      case 'reveal': {
        const [cell = 0] = cells
        move(at(cell), at(cell), card, { flips: true })
        shown = TURN_OVER
        break
      }
      case 'remove': {
        const arriving = new Set(planned.map(({ to }) => to))
        for (const cell of cells) move(at(cell), 'discard', card, { after: shown, waits: !arriving.has(at(cell)) })
        break
      }
      case 'reshuffle':
        move('discard', 'pile', null)
        break
      case 'over':
        planned.push(...lastReveal(before, after, planned))
    }
  }
  return planned
}

function isHidden(view: SkyjoView, seat: number, cell: number): boolean {
  return view.grids[seat]?.cells[cell] === null
}

// What was still hidden is turned over; lines that this completes leave (S6).
function lastReveal(before: SkyjoView, after: SkyjoView, planned: readonly Flight[]): Flight[] {
  const moved = new Set(planned.flatMap(({ from, to }) => [from, to]))
  const found: Flight[] = []
  for (const [seat, grid] of after.grids.entries()) {
    const removed = new Set(grid.removed)
    for (const [cell, card] of grid.cells.entries()) {
      const at: Place = `cell-${seat}-${cell}`
      if (moved.has(at) || removed.has(cell) || !isHidden(before, seat, cell)) continue
      found.push({ card, from: at, to: at, flips: true, after: 0, waits: true })
    }
  }
  return found
}
