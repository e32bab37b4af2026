import { describe, expect, it } from 'vitest'
import { TRAVEL, TURN_OVER } from '../../src/table/travel.svelte'
import { moves } from '../../src/table/skyjo/moves'
import { grid, skyjo } from './table'

const HIDDEN = '. . . .  . . . .  . . . .'
const own = (rows: string) => [grid(rows), grid(HIDDEN)]

describe('cards travel', () => {
  it('from the draw pile into the hand, turned over where the viewer sees them', () => {
    const now = skyjo({ step: 'drawn', held: 7, is_holding: true })
    expect(moves([{ what: 'draw', seat: 0, card: 7 }], skyjo(), now)).toEqual([
      { card: 7, from: 'pile', to: 'hand', flips: true, after: 0, waits: true },
    ])
    expect(moves([{ what: 'draw', seat: 1, card: null }], skyjo(), now)).toMatchObject([{ card: null, flips: false }])
  })

  it('from the discard pile into the hand', () => {
    expect(moves([{ what: 'take', seat: 2, card: 3 }], skyjo(), skyjo())).toMatchObject([
      { card: 3, from: 'discard', to: 'hand', flips: false },
    ])
  })

  it('from the hand to a cell, and from there to the discard pile', () => {
    const before = skyjo({ step: 'drawn', held: 7, is_holding: true, grids: own('4 . . .  . . . .  . . . .') })
    expect(moves([{ what: 'swap', seat: 0, cells: [0], card: 7, old: 4 }], before, skyjo())).toMatchObject([
      { card: 7, from: 'hand', to: 'cell-0-0', flips: false },
      { card: 4, from: 'cell-0-0', to: 'discard', flips: false },
    ])
  })

  it('turning over what was hidden: an opponent’s drawn card, and the card that lay in the cell', () => {
    const before = skyjo({ step: 'drawn', held: null, is_holding: true, grids: own(HIDDEN) })
    expect(moves([{ what: 'swap', seat: 1, cells: [5], card: 2, old: 9 }], before, skyjo())).toMatchObject([
      { card: 2, from: 'hand', to: 'cell-1-5', flips: true },
      { card: 9, from: 'cell-1-5', to: 'discard', flips: true },
    ])
    expect(moves([{ what: 'discard', seat: 1, card: 11 }], before, skyjo())).toMatchObject([
      { card: 11, from: 'hand', to: 'discard', flips: true },
    ])
  })

  it('and turn over where they lie', () => {
    expect(moves([{ what: 'turn', seat: 0, cells: [3], card: 5 }], skyjo(), skyjo())).toMatchObject([
      { card: 5, from: 'cell-0-3', to: 'cell-0-3', flips: true },
    ])
  })

  it('as a column once the card that completed it has arrived', () => {
    const before = skyjo({ held: 6, is_holding: true, grids: own('6 . . .  6 . . .  . . . .') })
    const happened = [
      { what: 'swap', seat: 0, cells: [8], card: 6, old: 9 },
      { what: 'remove', seat: 0, cells: [0, 4, 8], card: 6 },
    ]
    const leaving = moves(happened, before, skyjo()).slice(2)
    expect(leaving).toHaveLength(3)
    for (const move of leaving) expect(move).toMatchObject({ card: 6, to: 'discard', after: TRAVEL })
    expect(leaving.map(({ waits }) => waits)).toEqual([true, true, false])
    const turned = [{ what: 'turn', seat: 0, cells: [8], card: 6 }, ...happened.slice(1)]
    expect(moves(turned, before, skyjo()).at(-1)).toMatchObject({ after: TURN_OVER })
  })

  it('at once when the seat has chosen to remove them', () => {
    const before = skyjo({ step: 'lines', grids: own('6 . . .  6 . . .  6 . . .') })
    const removed = moves([{ what: 'remove', seat: 0, cells: [0, 4, 8], card: 6 }], before, skyjo())
    for (const move of removed) expect(move).toMatchObject({ after: 0, waits: true })
  })

  it('over at the end: everything hidden is turned over, but nothing twice', () => {
    const before = skyjo({ grids: own('1 2 3 4  5 6 7 8  9 10 11 .') })
    const now = skyjo({
      step: 'over',
      grids: [grid('1 2 3 4  5 6 7 8  9 10 11 12'), grid('1 x 3 4  5 x 7 8  9 x 11 12')],
    })
    const happened = [
      { what: 'turn', seat: 0, cells: [11], card: 12 },
      { what: 'over', seat: 0 },
    ]
    const found = moves(happened, before, now)
    expect(found.filter(({ from }) => from === 'cell-0-11')).toHaveLength(1)
    expect(found.filter(({ from }) => from.startsWith('cell-1-'))).toHaveLength(9)
  })

  it('back into the draw pile when it was empty', () => {
    const found = moves(
      [
        { what: 'reshuffle', seat: 1 },
        { what: 'draw', seat: 1 },
      ],
      skyjo(),
      skyjo(),
    )
    expect(found).toMatchObject([
      { from: 'discard', to: 'pile', card: null },
      { from: 'pile', to: 'hand' },
    ])
  })

  it('not at all where only words follow', () => {
    expect(
      moves(
        [
          { what: 'finish', seat: 1 },
          { what: 'keep', seat: 1, cells: [0, 4, 8] },
        ],
        skyjo(),
        skyjo(),
      ),
    ).toEqual([])
  })
})
