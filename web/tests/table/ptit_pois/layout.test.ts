import { describe, expect, it } from 'vitest'
import { fit, layout, RATIO, upDown } from '../../../src/table/ptit_pois/layout'

const PHONE = { width: 360, height: 690 }
const DESKTOP = { width: 1280, height: 743 }
const each = (high: number, low = 0) => Array.from({ length: high - low + 1 }, (_, step) => low + step)

describe('a phone', () => {
  it.each(each(5, 1))('with %d opponents shows all that a move needs, up to six cards', (opponents) => {
    for (const main of each(6, 1)) {
      const { matsPerRow, mini, pile, packet, own, perRow, gap } = layout({ ...PHONE, opponents, main })
      const mats = Math.ceil(opponents / matsPerRow) * (39 + mini * RATIO * 1.2 + 5)
      const piles = Math.max(pile * RATIO + 47, upDown(pile) * 1.16 + 14) + 5
      const rows = Math.ceil(main / perRow)
      const mat = 94 + packet * RATIO * 1.2 + rows * own * RATIO + (rows - 1) * gap
      expect(mats + piles + 84 + mat + 48 + 38, `${main} cards`).toBeLessThanOrEqual(690)
      expect(perRow * own + (perRow - 1) * gap).toBeLessThanOrEqual(320)
    }
  })

  it.each(each(16, 1))('has nothing too small to hit with %d cards', (main) => {
    const { own, gap, packet } = layout({ ...PHONE, opponents: 5, main })
    expect(own + gap).toBeGreaterThanOrEqual(44)
    expect(packet).toBeGreaterThanOrEqual(44)
  })

  it('has mats that can be read with every number of opponents', () => {
    for (const opponents of each(5, 1)) expect(layout({ ...PHONE, opponents, main: 4 }).mini).toBeGreaterThanOrEqual(18)
  })
})

describe('a desktop', () => {
  it.each(each(5, 1))('with %d opponents shows all of it, up to ten cards', (opponents) => {
    for (const main of each(10, 1)) {
      const { isWide, mini, pile, packet, own, perRow, gap } = layout({ ...DESKTOP, opponents, main })
      const rows = Math.ceil(main / perRow)
      const cards = Math.max(packet * RATIO * 1.2, rows * own * RATIO + (rows - 1) * gap)
      const piles = Math.max(pile * RATIO + 47, upDown(pile) * 1.16 + 14) + 5
      expect(isWide).toBe(true)
      expect(43 + mini * RATIO * 1.2 + piles + 90 + 69 + cards + 48 + 84, `${main} cards`).toBeLessThanOrEqual(743)
    }
  })
})

describe('the Main', () => {
  it('lies in one row while its cards are large enough, then in two', () => {
    expect(fit(4, 320, 90, 64).perRow).toBe(4)
    expect(fit(5, 320, 200, 64).perRow).toBe(5)
    expect(fit(8, 320, 200, 64)).toMatchObject({ perRow: 4, own: 64 })
  })

  it('is spread evenly where the page must scroll', () => {
    expect(fit(8, 320, 40, 64)).toEqual({ own: 39, perRow: 4, gap: 5 })
  })
})
