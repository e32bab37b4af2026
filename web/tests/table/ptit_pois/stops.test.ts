import { describe, expect, it } from 'vitest'
import { stepFrom, stopsOf } from '../../../src/table/ptit_pois/stops'
import { seat } from './table'

const board = (more: Partial<Parameters<typeof stopsOf>[0]> = {}) =>
  stopsOf({ row: seat('O8 . - .', '').row, main: 6, turns: [0, 1], perRow: 4, isWide: false, isForced: false, hasAction: true, ...more })

describe('where the arrows go', () => {
  it('is from above: piles, Rangée with what turns, Main, button', () => {
    expect(board()).toEqual([
      ['pile-0', 'pile-1'],
      ['row-0', 'turn-0', 'turn-1'],
      ['main-0', 'main-1', 'main-2', 'main-3'],
      ['main-4', 'main-5'],
      ['action'],
    ])
  })

  it('has Up&Down between the piles where it is a button', () => {
    expect(board({ isForced: true })[0]).toEqual(['pile-0', 'flip-card', 'pile-1'])
  })

  it('goes from Rangée to Main in one row on a desktop', () => {
    expect(board({ isWide: true, main: 2 })[1]).toEqual(['row-0', 'turn-0', 'turn-1', 'main-0', 'main-1'])
  })

  it('leaves out an empty Rangée and a button that is not there', () => {
    expect(board({ row: seat('- - - -', '').row, turns: [], main: 1, hasAction: false })).toEqual([['pile-0', 'pile-1'], ['main-0']])
  })

  it.each([
    ['main-0', 'ArrowRight', 'main-1'],
    ['main-3', 'ArrowRight', null],
    ['main-3', 'ArrowDown', 'main-5'],
    ['main-0', 'ArrowUp', 'row-0'],
    ['row-0', 'ArrowUp', 'pile-0'],
    ['turn-1', 'ArrowUp', 'pile-1'],
    ['main-4', 'ArrowDown', 'action'],
    ['action', 'ArrowDown', null],
    ['main-1', 'End', 'main-3'],
    ['main-2', 'Home', 'main-0'],
    ['elsewhere', 'ArrowUp', null],
  ])('from %s by %s to %s', (from, key, to) => {
    expect(stepFrom(board(), from, key)).toBe(to)
  })
})
