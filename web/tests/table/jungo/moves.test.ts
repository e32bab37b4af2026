import { describe, expect, it } from 'vitest'
import { moves } from '../../../src/table/jungo/moves'
import { drawn, jungo } from './table'

const plan = (...args: Parameters<typeof moves>) => moves(...args).map(({ from, to, card, flips }) => [from, to, card, flips])

describe('what moves', () => {
  it('a run goes from the hand to the table, what it beats beside it', () => {
    expect(plan([{ what: 'play', seat: 0, cells: [1, 2], card: 6, cards: [6, 6] }], jungo())).toEqual([
      ['hand-0-1', 'table-0', 6, false],
      ['hand-0-2', 'table-1', 6, false],
      ['table-0', 'beaten-0', 4, false],
      ['table-1', 'beaten-1', 4, false],
    ])
  })

  it('cards of a hidden hand turn over on their way', () => {
    expect(plan([{ what: 'play', seat: 2, cells: [3], card: 5, cards: [5] }], jungo({ combination: [], value: null, owner: null }))).toEqual([
      ['hand-2-3', 'table-0', 5, true],
    ])
  })

  it('a JUNGO takes the drawn card with it', () => {
    expect(plan([{ what: 'jungo', seat: 0, cells: [1, 2], card: 6, cards: [6, 6, 6] }], drawn(6)).slice(0, 3)).toEqual([
      ['hand-0-1', 'table-0', 6, false],
      ['hand-0-2', 'table-1', 6, false],
      ['held', 'table-2', 6, false],
    ])
  })

  it('whoever wins with it leaves the beaten cards to the discard pile (J10)', () => {
    const happened = [
      { what: 'play', seat: 2, cells: [0], card: 8, cards: [8, 8] },
      { what: 'throw', seat: 2, cards: [4, 4] },
      { what: 'finish', seat: 2 },
      { what: 'over', seat: 2 },
    ]
    expect(plan(happened, jungo()).filter(([, to]) => to === 'discard')).toEqual([
      ['table-0', 'discard', 4, false],
      ['table-1', 'discard', 4, false],
    ])
  })

  it('a drawn card comes from the pile and goes into a gap or away', () => {
    expect(plan([{ what: 'draw', seat: 0, card: 6 }], jungo())).toEqual([['pile', 'held', 6, true]])
    expect(plan([{ what: 'draw', seat: 2, card: null }], jungo())).toEqual([['pile', 'held', null, false]])
    expect(plan([{ what: 'insert', seat: 0, cells: [3], card: 6 }], drawn(6))).toEqual([['held', 'hand-0-3', 6, false]])
    expect(plan([{ what: 'discard', seat: 0, card: 6 }], drawn(6))).toEqual([['held', 'discard', 6, false]])
    const theirs = drawn(0, { held: null, turn: 2 })
    expect(plan([{ what: 'discard', seat: 2, card: 3 }], theirs)).toEqual([['held', 'discard', 3, true]])
  })

  it('beaten cards go one after another into gaps, or all away', () => {
    const beaten = jungo({ step: 'gap', beaten: [4, 34] })
    expect(plan([{ what: 'pick_up', seat: 0, cells: [2], card: 4 }], beaten)).toEqual([['beaten-0', 'hand-0-2', 4, false]])
    expect(plan([{ what: 'throw', seat: 0, cards: [4, 34] }], beaten)).toEqual([
      ['beaten-0', 'discard', 4, false],
      ['beaten-1', 'discard', 34, false],
    ])
  })

  it('after a full lap the table is cleared (J9); the discards become the pile (J11)', () => {
    expect(plan([{ what: 'full_lap', seat: 1 }], jungo())).toEqual([
      ['table-0', 'discard', 4, false],
      ['table-1', 'discard', 4, false],
    ])
    expect(plan([{ what: 'reshuffle', seat: 0 }], jungo())).toEqual([['discard', 'pile', null, false]])
  })
})
