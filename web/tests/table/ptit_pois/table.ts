/** Tables of P'tit Pois for the tests: views as the server would send them. */
import { loadLater } from '../../../src/table/boards'
import type { PtitPoisCard, PtitPoisSeat, PtitPoisView, RoomView } from '../../../src/wire/protocol.gen'
import { room } from '../table'

await loadLater('ptit_pois')

const LETTERS = 'VOJPRG' // vert, orange, jaune, pourpre, rouge, gris

/** A card from text: `V6` is the green 6. */
export function card(text: string): PtitPoisCard {
  return { colour: LETTERS.indexOf(text.charAt(0)), value: Number(text.slice(1)) }
}

/** A card as happenings carry it. */
export function code(text: string): number {
  const { colour, value } = card(text)
  return colour * 10 + value - 1
}

/** A seat from its Rangée (`O8 . P2 (V1)`: `.` hidden, in brackets face down but known, `-` empty) and its Main. */
export function seat(row: string, main: string, more: Partial<PtitPoisSeat> = {}): PtitPoisSeat {
  const spots = row.split(' ').map((spot) => {
    if (spot === '-') return { status: 'empty', card: null }
    if (spot === '.') return { status: 'hidden', card: null }
    if (spot.startsWith('(')) return { status: 'known', card: card(spot.slice(1, -1)) }
    return { status: 'visible', card: card(spot) }
  })
  const cards = main.split(' ').filter(Boolean).map((one) => (one === '.' ? null : card(one)))
  return { main: cards, row: spots, main_sum: null, row_sum: null, ...more }
}

/** A round of P'tit Pois of four seats under UP, V6 and J3 on the piles, seat 0 to play. */
export function ptitPois(more: Partial<PtitPoisView> = {}, own = seat('O8 . P2 .', 'V9 J6 V5 P1')): PtitPoisView {
  return {
    game: 'ptit_pois',
    step: 'play',
    turn: 0,
    turns: 6,
    first: 0,
    finisher: null,
    in_play: [0, 1, 2, 3],
    draw_pile: 41,
    direction: 'up',
    piles: [card('V6'), card('J3')],
    pile_sizes: [3, 1],
    has_flipped: false,
    bonus_pile: null,
    seats: [own, seat('O7 . J2 .', '. . . .'), seat('- . P9 (V1)', '. . .'), seat('V4 . - -', '. . . . . .')],
    truncated: false,
    sums: [],
    scores: [],
    penalty: null,
    ...more,
  }
}

/** Seat 0 has earned a bonus on the left pile. */
export function bonus(more: Partial<PtitPoisView> = {}, own?: PtitPoisSeat): PtitPoisView {
  return ptitPois({ step: 'bonus', bonus_pile: 0, ...more }, own)
}

export const PLAYS = ['main 1 left', 'main 1 right', 'main 2 left', 'main 2 right', 'main 3 right', 'row 1 left', 'row 1 right', 'flip']
export const BONUS = ['main 1 left', 'main 2 left', 'row 1 left', 'turn 1', 'turn 2', 'stop']

/** A table of P'tit Pois as seat 0, Léa, sees it; `legal` makes it her decision. */
export function ptitPoisRoom(more: Partial<RoomView> = {}, legal: string[] = []): RoomView {
  const view = room({ table: ptitPois(), ...more }, legal)
  return {
    ...view,
    seats: more.seats ?? room().seats,
    game: 'ptit_pois',
    code: 'POIS',
    settings: { end: 'rounds(3)', packet_turn: 'swap', bonus_pile: 'same', finisher_tie: 'protected', on_leave: 'bot' },
    totals: more.totals ?? [0, 10, 4, 12],
    leaders: more.leaders ?? [0],
  }
}

/** A closed round that Hugo has finished at 9 without a Main; `penalty` says what became of it. */
export function closedPtitPois(penalty: Partial<NonNullable<PtitPoisView['penalty']>> | null, more: Partial<PtitPoisView> = {}): RoomView {
  const table = ptitPois({
    step: 'over',
    turn: null,
    finisher: 2,
    seats: [
      seat('- - V3 V5', 'J4 R6 P1', { main_sum: 11, row_sum: 8 }),
      seat('V7 O5 - -', 'V1', { main_sum: 1, row_sum: 12 }),
      seat('P9 - - -', '', { main_sum: 0, row_sum: 9 }),
      seat('O10 - - V5', 'V2', { main_sum: 2, row_sum: 15 }),
    ],
    sums: [11, 12, 9, 15],
    scores: [11, 12, penalty?.after ?? 9, 15],
    penalty: penalty && { seat: 2, before: 9, after: 0, reason: 'lowest', lowest: 11, ...penalty },
    ...more,
  })
  return ptitPoisRoom({
    stage: 'scores',
    table,
    round: 1,
    rounds: [
      { first: 0, finisher: 2, scores: table.scores, truncated: table.truncated, is_tie_break: false, commitment: 'c0', secret: 's0' },
    ],
  })
}
