import { describe, expect, it } from 'vitest'
import { gridHeight, layout, matHeight, round, type Space } from '../../src/table/skyjo/layout'

const PHONE = { width: 360, height: 690 } // 740 less the bar
const DESKTOP = { width: 1280, height: 750 }

/** Every grid and number of seats that can be dealt (S12). */
function* spaces(size: { width: number; height: number }): Generator<Space> {
  for (let rows = 1; rows <= 6; rows++)
    for (let columns = 1; columns <= 8; columns++)
      for (let seats = 2; seats <= 8; seats++)
        for (const hasBanner of [false, true])
          if (rows * columns >= 2 && seats * rows * columns + 2 <= 150)
            yield { ...size, rows, columns, seats, hasBanner }
}

/** Height of the phone's board, as the components stack it. */
function height(space: Space): number {
  const { perRow, mini, pile, own, gap, turnLine, hasTile } = layout(space)
  const lines = Math.ceil((space.seats - 1) / perRow)
  const mats = lines * matHeight(space.rows, mini) + (lines - 1) * 5
  const piles = pile * 1.22 * 1.09 + 26 + 8
  const banner = space.hasBanner && !hasTile ? 37 : 0
  return 10 + banner + mats + 7 + piles + 20 + turnLine + 7 + 54 + space.rows * (own * 1.22 + gap)
}

describe('on a phone of 360 × 740', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])('all of a 3 × 4 table of %i seats is in sight, also in the last lap', (seats) => {
    for (const hasBanner of [false, true]) {
      expect(height({ ...PHONE, rows: 3, columns: 4, seats, hasBanner })).toBeLessThanOrEqual(PHONE.height)
    }
  })

  it('own cards are 62 wide at up to four seats, opponents in threes with cards of 21', () => {
    const sizes = layout({ ...PHONE, rows: 3, columns: 4, seats: 4, hasBanner: true })
    expect(sizes).toMatchObject({ own: 62, gap: 11, perRow: 3, mini: 21 })
  })

  it('opponents sit in fours from five seats on, with cards of 17, and the last lap takes a free place', () => {
    const sizes = layout({ ...PHONE, rows: 3, columns: 4, seats: 8, hasBanner: true })
    expect(sizes).toMatchObject({ perRow: 4, mini: 17, hasTile: true, canEnlarge: true })
    expect(sizes.own).toBeGreaterThanOrEqual(54)
    expect(layout({ ...PHONE, rows: 3, columns: 4, seats: 5, hasBanner: true }).hasTile).toBe(false)
  })

  it('no own card is too small for a finger, and every grid fits its mat', () => {
    for (const space of spaces(PHONE)) {
      const { own, gap } = layout(space)
      expect(own + gap, JSON.stringify(space)).toBeGreaterThanOrEqual(space.columns === 8 ? 41 : 44)
      expect(space.columns * (own + gap), JSON.stringify(space)).toBeLessThanOrEqual(344 - 8)
    }
  })

  it('no opponent’s card is too small to be read, and every grid fits its mat', () => {
    for (const space of spaces(PHONE)) {
      const { mini, perRow } = layout(space)
      const mat = (344 - (perRow - 1) * 5) / perRow
      const gap = mini >= 18 ? 3 : 2
      expect(mini, JSON.stringify(space)).toBeGreaterThanOrEqual(15)
      expect(space.columns * mini + (space.columns - 1) * gap, JSON.stringify(space)).toBeLessThanOrEqual(mat - 6)
    }
  })

  it('piles, turn line and own grid fit together, whatever the grid', () => {
    for (const space of spaces(PHONE)) {
      const { perRow, mini } = layout(space)
      const lines = Math.ceil((space.seats - 1) / perRow)
      expect(height(space) - lines * matHeight(space.rows, mini), JSON.stringify(space)).toBeLessThanOrEqual(
        PHONE.height,
      )
    }
  })
})

describe('on a tablet', () => {
  it('it is the phone’s layout, larger', () => {
    const sizes = layout({ width: 768, height: 974, rows: 3, columns: 4, seats: 4, hasBanner: false })
    expect(sizes.isWide).toBe(false)
    expect(sizes.own).toBeGreaterThan(80)
  })
})

describe('on a desktop of 1280 × 800', () => {
  it('everything fits, whatever the grid and the number of seats', () => {
    for (const space of spaces(DESKTOP)) {
      const { mini, pile, own, gap, top, left, right } = layout(space)
      const mats = top.length ? 43 + gridHeight(space.rows, mini, 2) : 0
      const piles = pile * 1.22 * 1.09 + 34
      const centre = mats + 16 + 10 + piles + 16 + 20 + space.rows * (own * 1.22 + gap) + 18
      expect(centre, JSON.stringify(space)).toBeLessThanOrEqual(DESKTOP.height)
      const sides = Math.max(left.length, right.length)
      expect(sides * (43 + gridHeight(space.rows, mini, 2)) + (sides - 1) * 40).toBeLessThanOrEqual(DESKTOP.height)
      expect(mini, JSON.stringify(space)).toBeGreaterThanOrEqual(15)
      expect(own + gap, JSON.stringify(space)).toBeGreaterThanOrEqual(44)
    }
  })

  it('the seats go clockwise round the table, the next one at the left', () => {
    expect(round(7)).toEqual({ left: [2, 1], top: [3, 4, 5], right: [6, 7] })
    expect(round(3)).toEqual({ left: [1], top: [2], right: [3] })
    expect(round(1)).toEqual({ left: [], top: [1], right: [] })
    for (let opponents = 1; opponents <= 8; opponents++) {
      const { left, top, right } = round(opponents)
      const clockwise = [...left.toReversed(), ...top, ...right]
      expect(clockwise).toEqual(Array.from({ length: opponents }, (_, step) => step + 1))
    }
  })
})

describe('who only looks on, on a phone', () => {
  it.each([2, 3, 4, 6, 8])('sees the mats of %i seats larger than a player does, and all of the table', (count) => {
    for (const hasBanner of [false, true]) {
      const space = { ...PHONE, rows: 3, columns: 4, seats: count + 1, hasBanner, isWatching: true }
      const { perRow, mini, pile, turnLine } = layout(space)
      const lines = Math.ceil(count / perRow)
      const mats = lines * matHeight(3, mini) + (lines - 1) * 5
      expect(10 + (hasBanner ? 37 : 0) + mats + 14 + pile * 1.22 * 1.09 + 34 + 20 + turnLine).toBeLessThanOrEqual(PHONE.height)
      const player = layout({ ...space, seats: Math.min(8, count), isWatching: false })
      expect(mini).toBeGreaterThanOrEqual(Math.min(player.mini, 46))
    }
  })
})
