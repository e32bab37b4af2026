/** How large everything on a Jungo table is, in CSS px. The hand is a line that goes on from row to row. */

export interface Space {
  width: number
  height: number // what is left under the bar
  opponents: number
  dealt: number // cards that the hands began with, 8 or 10 (J2)
  hand: number // cards in the own hand, 0 for one who only looks
}

export interface Layout {
  isWide: boolean
  perRow: number // cards of the own hand side by side
  own: number // width of an own card
  gap: number // between own cards, as broad as a bar and its sides
  row: number // between the rows of the hand
  matsPerRow: number
  mini: number // width of a card on an opponent's mat
  strip: number // room for the cards of a mat
  table: number // width of a card of the combination
  room: number // for the combination
  pile: number
}

export const RATIO = 1.22
export const RISE = 14 // px that a chosen card stands higher
const WIDE = 901
const MOST = 560
const EDGE = 8
const TARGET = 44
const SHORT = 620 // a phone whose browser takes its share of the height

// Heights of what stands around the cards on a phone, as the components' styles have them.
const MATS = 44
const REST = 21 + 62 + 5 * 7 + 48 + 10 + 8 + 64 // news, turn line, between, buttons, edges, the hand without its rows

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, Math.floor(value)))

/** Returns the sizes for a space. */
export function layout(space: Space): Layout {
  return space.width >= WIDE ? wide(space) : narrow(space)
}

function narrow({ width, height, opponents, dealt, hand }: Space): Layout {
  const room = Math.min(width, MOST) - 2 * EDGE
  const scale = room / 344
  // Rows of four or five: the same ones as long as the hand is about as large as dealt, so that cards keep their places.
  const perRow = dealt > 8 || hand > 12 ? 5 : 4
  const rows = Math.max(1, Math.ceil(hand / perRow))
  const inner = room - 2 * 10 - 14 // the bars at both ends stand half outside
  const pitch = Math.min(inner / perRow, 75 * scale)
  const isTight = rows > 2 || height < SHORT
  const row = height < SHORT ? 12 : ([20, 20, 20, 16][rows] ?? 12)
  const pile = clamp(34, (height < SHORT ? 34 : isTight ? 40 : 46) * scale, 56)
  const mini = clamp(18, 24 * scale, 30)
  // What the rest leaves: more rows get smaller cards, down to a finger's size.
  const byHeight = ((height - MATS - mini * RATIO - 2 * (pile * RATIO + 28) - REST) / rows - row) / RATIO
  const own = clamp(36, Math.min(pitch - 19, byHeight), 62)
  const matsPerRow = Math.min(opponents, 4) || 1
  const strip = (room - (matsPerRow - 1) * 5) / matsPerRow - 16
  return {
    isWide: false,
    perRow,
    own,
    gap: Math.max(TARGET - own, Math.min(pitch - own, 26)),
    row,
    matsPerRow,
    mini,
    strip,
    room: room - 34 - Math.max(62, pile * 1.3) - Math.max(62, pile * 1.5),
    table: clamp(44, (isTight ? 50 : 60) * scale, 72),
    pile,
  }
}

function wide({ width, height, opponents, hand }: Space): Layout {
  const room = Math.min(width - 52, 1228) - 60
  // One row, with cards close together before there is a second one.
  const perRow = Math.max(8, Math.min(hand + 1, Math.floor(room / 62)))
  const rows = Math.max(1, Math.ceil(hand / perRow))
  const pitch = Math.min(130, room / Math.min(perRow, Math.max(hand, 1)))
  const byHeight = ((height * 0.34) / rows - 20) / RATIO
  const own = clamp(36, Math.min(pitch * 0.68, byHeight), 88)
  const matsPerRow = opponents || 1
  return {
    isWide: true,
    perRow,
    own,
    gap: Math.min(pitch - own, 42),
    row: 22,
    matsPerRow,
    mini: 38,
    strip: (860 - (matsPerRow - 1) * 16) / matsPerRow - 32,
    room: 390,
    table: clamp(64, height / 8.2, 94),
    pile: clamp(56, height / 9.4, 86),
  }
}

/** Returns how far each of `size` cards lies from the one before it, so that they fit a strip; the last shows whole. */
export function step(size: number, card: number, strip: number, most: number): number {
  return size < 2 ? 0 : Math.max(2, Math.min(most, (strip - card) / (size - 1)))
}
