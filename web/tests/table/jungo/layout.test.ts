import { describe, expect, it } from 'vitest'
import { layout, RATIO, step, type Space } from '../../../src/table/jungo/layout'

const PHONE = { width: 360, height: 690 }
const every: Omit<Space, 'width' | 'height'>[] = [2, 3, 4].flatMap((opponents) =>
  Array.from({ length: 21 }, (_, hand) => ({ opponents, dealt: opponents > 2 ? 8 : 10, hand })),
)

describe('on a phone', () => {
  it('the hand lies in rows of four or five, as it was dealt', () => {
    expect(layout({ ...PHONE, opponents: 3, dealt: 8, hand: 8 })).toMatchObject({ isWide: false, perRow: 4 })
    expect(layout({ ...PHONE, opponents: 2, dealt: 10, hand: 10 })).toMatchObject({ perRow: 5 })
    expect(layout({ ...PHONE, opponents: 3, dealt: 8, hand: 13 })).toMatchObject({ perRow: 5 })
  })

  it('keeps its rows while it shrinks and grows a little', () => {
    for (const hand of [1, 5, 8, 9, 12]) expect(layout({ ...PHONE, opponents: 3, dealt: 8, hand }).perRow).toBe(4)
  })

  it('every gap and every card is a finger broad and high, and the rows fit the mat', () => {
    for (const height of [590, 690]) {
      for (const space of every) {
        const { own, gap, row, perRow } = layout({ width: 360, height, ...space })
        const told = JSON.stringify({ height, ...space })
        expect(own + gap, told).toBeGreaterThanOrEqual(44)
        expect(own * RATIO + row, told).toBeGreaterThanOrEqual(44)
        expect(perRow * (own + gap), told).toBeLessThanOrEqual(344 - 20)
      }
    }
  })

  it('everything is in sight as long as the hand has three rows', () => {
    for (const space of every.filter(({ hand, dealt }) => hand <= (dealt > 8 ? 15 : 12))) {
      const { own, row, perRow, mini, pile } = layout({ ...PHONE, ...space })
      const rows = Math.max(1, Math.ceil(space.hand / perRow))
      const centre = 2 * (pile * RATIO + 24) + 12
      const total = 4 + 44 + mini * RATIO + centre + 21 + 62 + 64 + rows * (own * RATIO + row) + 48 + 35 + 6
      expect(total, JSON.stringify(space)).toBeLessThanOrEqual(PHONE.height)
    }
  })

  it('is as wide as a phone on a tablet', () => {
    const { own, gap, perRow } = layout({ width: 800, height: 1000, opponents: 3, dealt: 8, hand: 8 })
    expect(perRow * (own + gap)).toBeLessThanOrEqual(560)
  })
})

describe('on a desktop', () => {
  it('the hand is one row', () => {
    for (const hand of [1, 8, 10, 16]) {
      const { isWide, perRow, own, gap } = layout({ width: 1280, height: 750, opponents: 3, dealt: 8, hand })
      expect(isWide).toBe(true)
      expect(perRow).toBeGreaterThanOrEqual(hand)
      expect(hand * (own + gap)).toBeLessThanOrEqual(1228)
    }
  })
})

describe('cards over one another', () => {
  it('lie apart as far as there is room, and no further than asked', () => {
    expect(step(8, 24, 94, 9)).toBe(9)
    expect(step(8, 24, 80, 9)).toBe(8)
    expect(step(1, 24, 80, 9)).toBe(0)
    expect(step(60, 24, 80, 9)).toBe(2)
  })
})
