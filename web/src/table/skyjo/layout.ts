/** How large everything on a Skyjo table is, so that what a move needs is in sight; all in CSS px. */

export interface Space {
  width: number
  height: number // what is left under the bar
  seats: number
  rows: number
  columns: number
  hasBanner: boolean // the last lap is announced
  isWatching?: boolean // nobody's own grid is below: the mats share what there is
}

export interface Layout {
  isWide: boolean // seats round the table; otherwise mats above, own grid below
  perRow: number // mats side by side (not wide)
  mini: number // width of a card on an opponent's mat
  pile: number // width of a card on the piles
  own: number // width of an own card
  gap: number // between own cards
  turnLine: number // least height of the turn line
  hasTile: boolean // the last lap is announced in the free place among the mats
  canEnlarge: boolean // mats are small enough to be looked at closer
  left: number[] // opponents by the step from the viewer clockwise, 1 = next; wide only
  top: number[]
  right: number[]
}

const RATIO = 1.22
const WIDE = 901 // from this width on
const MOST = 560 // width of the phone layout on a tablet
const EDGE = 8 // page to mat
const READABLE = 15 // a small card no narrower than this, if the seats can be arranged so
const GOOD = 17 // what it should have where own cards leave the room
const TARGET = 44 // least size of what a finger hits

// Heights of what stands between the cards, as the components' styles have them.
const MAT = 33 // an opponent's mat without its grid
const BETWEEN = 7 // from one part of the board to the next
const BANNER = 30 + BETWEEN
const NEWS = 20
const OWN = 54 // the own mat without its grid
const pilesHeight = (card: number) => card * RATIO * 1.09 + 26 + 8 // with the held card's greater size, and captions

/** Returns the sizes for a space. */
export function layout(space: Space): Layout {
  if (space.width >= WIDE) return wide(space)
  return space.isWatching ? watched(space) : narrow(space)
}

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, Math.floor(value)))

/** Returns the height of `rows` cards `width` wide, with `gap` between them. */
export function gridHeight(rows: number, width: number, gap: number): number {
  return rows * width * RATIO + (rows - 1) * gap
}

/** Returns the gap between small cards `width` wide. */
export function miniGap(width: number): number {
  return width >= 18 ? 3 : 2
}

/** Returns the height of an opponent's mat with cards `width` wide. */
export function matHeight(rows: number, width: number): number {
  return MAT + gridHeight(rows, width, miniGap(width))
}

function narrow({ width, height, seats, rows, columns, hasBanner }: Space): Layout {
  const room = Math.min(width, MOST) - 2 * EDGE
  const scale = room / 344
  const opponents = seats - 1

  // Opponents in threes, from five seats on in fours, fewer where broad grids would become too small to read.
  const byWidth = (perRow: number) => {
    const [pad, gap] = perRow >= 4 ? [4, 2] : [8, 3]
    return ((room - (perRow - 1) * 5) / perRow - 2 * pad - (columns - 1) * gap) / columns
  }
  let perRow = Math.min(opponents, seats >= 5 ? 4 : 3)
  while (perRow > 1 && byWidth(perRow) < READABLE) perRow -= 1
  const matRows = Math.ceil(opponents / perRow)
  const hasTile = hasBanner && opponents % perRow !== 0
  const pile = clamp(40, (seats >= 5 ? 46 : 56) * scale, 76)
  const turnLine = seats >= 5 ? 58 : 62
  const fixed = 10 + 2 * BETWEEN + (hasBanner && !hasTile ? BANNER : 0) + pilesHeight(pile) + NEWS + turnLine + OWN
  const mats = (mini: number) => matRows * matHeight(rows, mini) + (matRows - 1) * 5

  // Own cards first, as large as the least the opponents need leaves them; then the opponents get what is left.
  const gap = columns > 5 || rows > 4 ? 6 : 11
  const ownByWidth = (room - 8) / columns - gap
  const ownByHeight = (mini: number) => ((height - fixed - mats(mini)) / rows - gap) / RATIO
  const good = Math.min(byWidth(perRow), GOOD)
  const least = ownByHeight(good) + gap >= TARGET ? good : Math.min(byWidth(perRow), READABLE)
  const full = (seats >= 5 ? 58 : 62) * scale
  const own = clamp(Math.min(TARGET - gap, ownByWidth), Math.min(ownByWidth, ownByHeight(least)), full)
  const spare = height - fixed - rows * (own * RATIO + gap) - (matRows - 1) * 5
  const miniByHeight = (spare / matRows - MAT - (rows - 1) * 3) / rows / RATIO
  const mini = clamp(8, Math.max(least, Math.min(byWidth(perRow), miniByHeight)), 34 * scale)

  return {
    isWide: false,
    perRow,
    mini,
    pile,
    own,
    gap,
    turnLine,
    hasTile,
    canEnlarge: mini < 20,
    left: [],
    top: [],
    right: [],
  }
}

/** As many mats side by side as let their cards be largest; `seats` counts one more than there are mats. */
function watched(space: Space): Layout {
  const { width, height, seats, rows, columns, hasBanner } = space
  const base = narrow(space)
  const room = Math.min(width, MOST) - 2 * EDGE
  const rest = height - 10 - 2 * BETWEEN - (hasBanner ? BANNER : 0) - pilesHeight(base.pile) - NEWS - base.turnLine
  const fits = [1, 2, 3, 4].map((perRow) => {
    const lines = Math.ceil((seats - 1) / perRow)
    const byWidth = ((room - (perRow - 1) * 5) / perRow - 16 - (columns - 1) * 3) / columns
    const byHeight = ((rest - (lines - 1) * 5) / lines - MAT - (rows - 1) * 3) / rows / RATIO
    return { perRow, mini: clamp(READABLE - 7, Math.min(byWidth, byHeight), 46) }
  })
  const { perRow, mini } = fits.reduce((best, one) => (one.mini > best.mini ? one : best))
  return { ...base, perRow, mini, canEnlarge: mini < 20, hasTile: false }
}

function wide({ width, height, seats, rows, columns }: Space): Layout {
  const opponents = seats - 1
  const { left, top, right } = round(opponents)
  const side = clamp(150, (width - 692) / 2 - 48, 256)

  const centre = Math.min(692, width - 2 * (side + 44))
  const atTop = top.length ? (centre - (top.length - 1) * 20) / top.length : side
  const byWidth = (Math.min(side, atTop) - 24 - (columns - 1) * 2) / columns
  const tallest = Math.max(left.length, right.length, 1)
  const bySides = ((height - 40) / tallest - 60 - (rows - 1) * 2) / rows / RATIO
  // Half of the height at most for the mats at the top: the rest is for the piles and the own grid.
  const byTop = top.length ? (height * 0.3 - 40 - (rows - 1) * 2) / rows / RATIO : 99
  const mini = clamp(10, Math.min(byWidth, bySides, byTop), 36)

  const pile = clamp(54, height / 10, 74)
  const topHeight = top.length ? 43 + gridHeight(rows, mini, 2) : 0
  const gap = columns > 5 || rows > 4 ? 7 : 13
  const room = height - topHeight - pilesHeight(pile) - 80
  const own = clamp(TARGET - gap, Math.min((centre - 290) / columns - gap, (room / rows - gap) / RATIO), 78)
  return {
    isWide: true,
    perRow: 0,
    mini,
    pile,
    own,
    gap,
    turnLine: 76,
    hasTile: false,
    canEnlarge: false,
    left,
    top,
    right,
  }
}

/** Returns where each opponent sits, clockwise round the table: the next one at the left, from below upwards. */
export function round(opponents: number): Pick<Layout, 'left' | 'top' | 'right'> {
  const steps = Array.from({ length: opponents }, (_, step) => step + 1)
  const sides = opponents <= 1 ? 0 : opponents <= 5 ? 1 : 2
  return {
    left: steps.slice(0, sides).reverse(), // drawn from above
    top: steps.slice(sides, opponents - sides),
    right: steps.slice(opponents - sides),
  }
}
