/** How large everything on a P'tit Pois table is, so that what a move needs is in sight; all in CSS px. */

export interface Space {
  width: number
  height: number // what is left under the bar
  opponents: number
  main: number // cards in the own Main
  isWatching?: boolean // nothing of one's own is below the line
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
const COMFORTABLE = 46 // cards this wide need no second row
const GAP = 10

// Heights of what stands between the cards, as the components' styles have them.
const MAT = 39 // an opponent's mat without its cards
const LINE = 106 // news, and the turn line with a title of two lines
const BETWEEN = 7
const CAPTIONS = 47 // below the piles
const OWN = 94 // the own mat without its cards
const BUTTON = 48
const PEEK = 1.2 // a packet, in heights of its cover

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, Math.floor(value)))

/** Returns the sizes for a space. */
export function layout(space: Space): Layout {
  return space.width >= WIDE ? wide(space) : narrow(space)
}

/** Returns the width of the Up&Down card between piles of cards so wide: its words must be readable. */
export function upDown(pile: number): number {
  return Math.max(92, pile * 1.3)
}

/** Returns the height of piles and Up&Down. */
function centre(pile: number): number {
  return Math.max(pile * RATIO + CAPTIONS, upDown(pile) * 1.16 + 14) + 5
}

/** Returns the largest cards of the piles that fit a height. */
function pileFor(height: number, least: number, most: number): number {
  let pile = Math.floor(most)
  while (pile > least && centre(pile) > height) pile -= 1
  return pile
}

/** Returns the height of `n` cards of the Main. */
function mainHeight(n: number, { own, perRow, gap }: Pick<Layout, 'own' | 'perRow' | 'gap'>): number {
  const rows = Math.max(1, Math.ceil(n / perRow))
  return rows * own * RATIO + (rows - 1) * gap
}

/** Returns how many of `n` cards lie side by side and how wide each is: few rows, large cards, never too small to hit. */
export function fit(n: number, width: number, height: number, most: number): Pick<Layout, 'own' | 'perRow' | 'gap'> {
  let best = { own: 0, perRow: 1, gap: GAP }
  for (let rows = 1; rows <= 3; rows++) {
    const perRow = Math.max(1, Math.ceil(n / rows))
    const gap = perRow > 5 ? 6 : GAP
    const own = Math.min(most, (width + gap) / perRow - gap, ((height + gap) / rows - gap) / RATIO)
    if (own > best.own + 1) best = { own: Math.floor(own), perRow, gap }
    if (best.own >= Math.min(Math.floor(most), COMFORTABLE)) break
  }
  if (best.own >= TARGET - best.gap) return best
  // More than fits the height: the page scrolls rather than that a finger misses.
  const gap = 5
  const rows = Math.ceil(n / Math.max(1, Math.floor((width + gap) / TARGET)))
  return { own: TARGET - gap, perRow: Math.max(1, Math.ceil(n / rows)), gap }
}

function narrow({ width, height, opponents, main, isWatching = false }: Space): Layout {
  const room = Math.min(width, MOST) - 2 * EDGE
  const scale = room / 344
  const most = opponents === 4 ? 4 : 3
  const matsPerRow = Math.max(1, Math.min(opponents, isWatching ? 2 : most))
  const matWidth = (room - (matsPerRow - 1) * 5) / matsPerRow
  const matRows = Math.ceil(opponents / matsPerRow)
  const mini = clamp(18, (matWidth - 14 - 34 - 4) / 2, (matRows > 1 ? 25 : 30) * scale)
  const mats = matRows * (MAT + mini * RATIO * PEEK) + (matRows - 1) * 5

  const rest = height - mats - LINE - OWN - BUTTON - 4 * BETWEEN - 10
  const inside = room - 24
  const larger = Math.min(scale, 1.2)
  const least = 50 // on the piles, which give way first, then the packets
  let packet = Math.floor(60 * larger)
  const cardsFor = () => fit(main, inside, rest - centre(least) - packet * RATIO * PEEK, 64 * larger)
  let cards = cardsFor()
  while (packet > TARGET && (cards.own < COMFORTABLE || centre(least) + packet * RATIO * PEEK + mainHeight(main, cards) > rest)) {
    packet -= 1
    cards = cardsFor()
  }
  const pile = pileFor(rest - packet * RATIO * PEEK - mainHeight(main, cards), least, 74 * larger)
  return { isWide: false, matsPerRow, mini, pile, packet, ...cards }
}

function wide({ width, height, opponents, main }: Space): Layout {
  const room = Math.min(width - 52, 860)
  const matsPerRow = Math.max(1, opponents)
  const matWidth = (room - (matsPerRow - 1) * 16) / matsPerRow
  const mini = clamp(24, (matWidth - 32 - 44 - 9) / 2, 50)
  const rest = height - (MAT + 4 + mini * RATIO * PEEK) - 90 - 69 - BUTTON - 32 - 52
  const inside = room / 2 - 44
  const least = 60
  const packet = clamp(TARGET, (rest - centre(least)) / RATIO / PEEK, 86)
  const cards = fit(main, inside, Math.max(packet * RATIO * PEEK, rest - centre(80)), 86)
  const used = Math.max(packet * RATIO * PEEK, mainHeight(main, cards))
  return { isWide: true, matsPerRow, mini, pile: pileFor(rest - used, least, 110), packet, ...cards }
}
