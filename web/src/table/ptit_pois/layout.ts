/** How large everything on a P'tit Pois table is, so that what a move needs is in sight; all in CSS px. */

export interface Space {
  width: number
  height: number // what is left under the bar
  opponents: number
  main: number // cards in the own Main
}

export interface Layout {
  isWide: boolean // Rangée and Main side by side
  matsPerRow: number
  mini: number // width of a card on an opponent's mat
  pile: number // width of a card on the piles
  packet: number // width of a card of the own Rangée
  own: number // width of a card of the own Main
  perRow: number // cards of the Main side by side
  gap: number // between them
}

export const RATIO = 1.22
const WIDE = 901 // from this width on
const MOST = 560 // width of the phone layout on a tablet
const EDGE = 8 // page to mat
const TARGET = 44 // least size of what a finger hits
const GAP = 10

// Heights of what stands between the cards, as the components' styles have them.
const MAT = 39 // an opponent's mat without its cards
const LINE = 84 // news and turn line
const BETWEEN = 7
const CAPTIONS = 46 // below the piles
const OWN = 78 // the own mat without its cards
const BUTTON = 48

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, Math.floor(value)))

/** Returns the sizes for a space. */
export function layout(space: Space): Layout {
  return space.width >= WIDE ? wide(space) : narrow(space)
}

/** Returns how many cards lie side by side, and how wide each is, for `n` cards in a space: as large as they can be, never too small to hit. */
export function fit(n: number, width: number, height: number, most: number): Pick<Layout, 'own' | 'perRow' | 'gap'> {
  let best = { own: 0, perRow: 1, gap: GAP }
  for (let rows = 1; rows <= 3; rows++) {
    const perRow = Math.max(1, Math.ceil(n / rows))
    const gap = perRow > 5 ? 6 : GAP
    const own = Math.min(most, (width + gap) / perRow - gap, ((height + gap) / rows - gap) / RATIO)
    if (own > best.own + 1) best = { own: Math.floor(own), perRow, gap }
  }
  if (best.own >= TARGET - best.gap) return best
  const gap = 5
  return { own: TARGET - gap, perRow: Math.max(1, Math.floor((width + gap) / TARGET)), gap }
}

function narrow({ width, height, opponents, main }: Space): Layout {
  const room = Math.min(width, MOST) - 2 * EDGE
  const scale = room / 344
  const matsPerRow = opponents <= 3 ? Math.max(1, opponents) : opponents === 4 ? 4 : 3
  const matWidth = (room - (matsPerRow - 1) * 5) / matsPerRow
  const matRows = Math.ceil(opponents / matsPerRow)
  const mini = clamp(18, (matWidth - 14 - 34 - 4) / 2, (matRows > 1 ? 25 : 30) * scale)
  const mats = matRows * (MAT + mini * RATIO * 1.2) + (matRows - 1) * 5

  const rest = height - mats - LINE - OWN - BUTTON - 4 * BETWEEN - 10 - CAPTIONS
  const inside = room - 24
  // The piles take what the own cards leave, and give way where the Main has grown.
  const least = 50
  const most = 64 * Math.min(scale, 1.2)
  const packet = clamp(TARGET, (rest - least * RATIO) / (2 * RATIO + 0.25), Math.min(60 * Math.min(scale, 1.2), (inside / 2 - 20) / 2))
  const budget = rest - packet * RATIO * 1.2 - least * RATIO - 12
  const cards = fit(main, inside, Math.max(budget, 60), most)
  const rows = Math.ceil(main / cards.perRow)
  const used = rows * cards.own * RATIO + Math.max(0, rows - 1) * cards.gap
  const pile = clamp(least, (rest - packet * RATIO * 1.2 - used - 24) / RATIO, 74 * Math.min(scale, 1.2))
  return { isWide: false, matsPerRow, mini, pile, packet, ...cards }
}

function wide({ width, height, opponents, main }: Space): Layout {
  const room = Math.min(width - 52, 860)
  const matsPerRow = Math.max(1, opponents)
  const matWidth = (room - (matsPerRow - 1) * 16) / matsPerRow
  const mini = clamp(24, (matWidth - 32 - 44 - 9) / 2, 50)
  const rest = height - (MAT + 8 + mini * RATIO * 1.2) - 96 - 60 - BUTTON - 60 - CAPTIONS
  const packet = clamp(TARGET, rest * 0.38, 86)
  const inside = room / 2 - 44
  const cards = fit(main, inside, Math.max(packet * RATIO * 1.2, rest - 70 * RATIO - 20), 86)
  const rows = Math.ceil(main / cards.perRow)
  const used = Math.max(packet * RATIO * 1.2, rows * cards.own * RATIO + (rows - 1) * cards.gap)
  const pile = clamp(60, (rest - used) / RATIO, 110)
  return { isWide: true, matsPerRow, mini, pile, packet, ...cards }
}
