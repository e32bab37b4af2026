/** A game of Skyjo for the tests: one round of a few steps, as the server would tell it, and its analysis. */
import type { Analysis, ReplayedRound, ReplayedStep, SkyjoGrid, SkyjoView } from '../../src/wire/protocol.gen'
import { grid, room, skyjo } from '../table/table'

const CELLS = '9 . . .  . . . .  . . . .'

function at(step: number, more: Partial<ReplayedStep>): ReplayedStep {
  return { step, seat: 0, action: 'draw', happened: [], awaited: [0], table: table({}), totals: [10, 20], ...more }
}
function table(more: Parameters<typeof skyjo>[0]) {
  return skyjo({ in_play: [0, 1], grids: [grid(CELLS), grid(CELLS)], ...more }, 2)
}

/** The same with open cards: beneath every hidden one an 8. */
export function open(seat = 0, number = 2): ReplayedRound {
  const found = round(seat, number)
  const beneath = ({ cells }: SkyjoGrid) => cells.map((card) => (card === null ? 8 : null))
  const laid = (seen: SkyjoView) => ({ ...seen, grids: seen.grids.map((one) => ({ ...one, beneath: beneath(one) })) })
  return { ...found, steps: found.steps.map((one) => ({ ...one, table: laid(one.table as SkyjoView) })) }
}

/** Round 2 of 3 as a seat saw it: Léa takes the 3, puts it on a hidden card, then Inès draws. */
export function round(seat = 0, number = 2): ReplayedRound {
  const view = room({ round: number, you: seat, totals: [10, 20], table: table({}), wait: null })
  return {
    view: { ...view, table: null, seats: view.seats.slice(0, 2) },
    rounds: 3,
    steps: [
      at(0, { seat: null, action: null }),
      at(1, { action: 'take', happened: [{ what: 'take', seat: 0, card: 3 }], table: table({ step: 'taken', held: 3, is_holding: true }) }),
      at(2, {
        action: 'swap b1',
        happened: [{ what: 'swap', seat: 0, cells: [1], card: 3, old: 5 }],
        table: table({ turn: 1, discard: 5, grids: [grid('9 3 . .  . . . .  . . . .'), grid(CELLS)] }),
        awaited: [1],
      }),
      at(3, {
        seat: 1,
        action: 'draw',
        happened: [{ what: 'draw', seat: 1, ...(seat === 1 ? { card: 12 } : {}) }],
        table: table({ step: 'drawn', turn: 1, held: seat === 1 ? 12 : null, is_holding: true }),
        awaited: [1],
        totals: [14, 31],
      }),
    ],
  }
}

const judged = { action: 0, best: 0, error: 0.5, before: 0.5, after: 0.5, blind: 4 }

/** Its analysis: of Léa's two choices the second was clearly not the best. */
export function analysis(more: Partial<Analysis> = {}): Analysis {
  return {
    game: 'skyjo',
    samples: 64,
    luck_share: 0.4,
    seats: [
      { seat: 0, decisions: 2, accuracy: 74.3, result: -10, lost: 6.25, others: 1, luck: -4.75, worst: [1] },
      { seat: 1, decisions: 1, accuracy: null, result: 10, lost: 1, others: 6.25, luck: 4.75, worst: [] },
    ],
    decisions: [
      { ...judged, round: 2, step: 1, seat: 0, text: 'take', best_text: 'take', cost: 0, is_clear: false },
      { ...judged, round: 2, step: 2, seat: 0, text: 'swap b1', best_text: 'swap a1', cost: 6.25, is_clear: true },
      { ...judged, round: 2, step: 3, seat: 1, text: 'draw', best_text: 'take', cost: 0.2, is_clear: false },
    ],
    curve: [
      { round: 1, step: 0, chances: [0.5, 0.5] },
      { round: 1, step: 4, chances: [0.62, 0.38] },
      { round: 2, step: 0, chances: [0.6, 0.4] },
      { round: 2, step: 2, chances: [0.3, 0.7] },
      { round: 3, step: 0, chances: [0.25, 0.75] },
    ],
    ...more,
  }
}
