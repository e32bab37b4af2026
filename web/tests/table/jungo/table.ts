/** Tables of Jungo for the tests: views as the server would send them. */
import { loadLater } from '../../../src/table/boards'
import type { JungoHand, JungoView, RoomView } from '../../../src/wire/protocol.gen'
import { room } from '../table'

await loadLater('jungo')

/** A hand from text: `3 1/2 .` is a 3, a double and a card that the viewer does not know. */
export function hand(text: string): JungoHand {
  const cards = text.split(/\s+/).filter(Boolean).map((card) => (card === '.' ? null : Number(card.replace('/', ''))))
  return { size: cards.length, cards }
}

/** The own hand of the pictures: `3 6 6 1/2 8 5 5 2`. */
export const HAND = '3 6 6 1/2 8 5 5 2'

/** A round of Jungo of four seats: Inès has played 4 · 4, seat 0 is to play. */
export function jungo(more: Partial<JungoView> = {}, own = HAND): JungoView {
  return {
    game: 'jungo',
    step: 'play',
    turn: 0,
    turns: 6,
    first: 1,
    finisher: null,
    in_play: [0, 1, 2, 3],
    draw_pile: 31,
    discard_pile: 3,
    discard: 7,
    combination: [4, 4],
    value: 4,
    owner: 1,
    beaten: [],
    held: null,
    is_holding: false,
    hands: [hand(own), hand('. . . . . . .'), hand('. . . . .'), hand('. . . . . . . . .')],
    truncated: false,
    scores: [],
    ...more,
  }
}

/** Seat 0 has drawn a card. */
export function drawn(held: number, more: Partial<JungoView> = {}, own = HAND): JungoView {
  return jungo({ step: 'drawn', held, is_holding: true, draw_pile: 30, ...more }, own)
}

/** Every gap of a hand of so many cards. */
export function gaps(cards: number): string[] {
  return Array.from({ length: cards + 1 }, (_, gap) => `insert ${gap}`)
}

/** A table of Jungo as seat 0, Léa, sees it; `legal` makes it her decision. */
export function jungoRoom(more: Partial<RoomView> = {}, legal: string[] = []): RoomView {
  const view = room({ table: jungo(), ...more }, legal)
  return {
    ...view,
    seats: more.seats ?? room().seats,
    game: 'jungo',
    code: 'JUNGO',
    lowest_wins: false,
    asks_first: true,
    settings: {
      end: 'rounds(3)',
      score: 'rounds_won',
      first_seat: 'banana',
      next_first_seat: 'rotation',
      beaten_cards: 'choice',
      show_known: false,
      on_leave: 'bot',
      ...more.settings,
    },
    totals: more.totals ?? [0, 1, 1, 0],
    leaders: more.leaders ?? [1, 2],
  }
}

/** A closed round that Hugo has won. */
export function closedJungo(more: Partial<RoomView> = {}): RoomView {
  const table = jungo({
    step: 'over',
    turn: null,
    finisher: 2,
    scores: [0, 0, 1, 0],
    hands: [hand(HAND), hand('. . . . . . .'), hand(''), hand('. . 4 .')],
  })
  return jungoRoom({
    stage: 'scores',
    table,
    totals: [0, 1, 1, 0],
    next_first: 2,
    wait: { seats: [0], until: null, why: 'ready' },
    rounds: [won(1), won(2)],
    round: 2,
    ...more,
  })
}

/** A closed round with its winner, null where nobody won. */
export function won(finisher: number | null, more: Partial<RoomView['rounds'][number]> = {}): RoomView['rounds'][number] {
  return {
    first: 0,
    finisher,
    scores: [0, 1, 2, 3].map((seat) => (seat === finisher ? 1 : 0)),
    truncated: finisher === null,
    is_tie_break: false,
    commitment: 'c0',
    secret: 's0',
    ...more,
  }
}
