import { describe, expect, it } from 'vitest'
import { followHand, NO_CARDS, type Cards } from '../../../src/table/jungo/hand'
import type { Happening } from '../../../src/wire/protocol.gen'

const five: Cards = { keys: [0, 1, 2, 3, 4], next: 5 }
const after = (size: number, ...happened: Happening[]) => followHand(five, happened, 0, size).keys

describe('the cards of the hand stay themselves', () => {
  it('begins with new ones', () => expect(followHand(NO_CARDS, [], 0, 3)).toEqual({ keys: [0, 1, 2], next: 3 }))
  it('closes up after a play (J5)', () =>
    expect(after(3, { what: 'play', seat: 0, cells: [1, 2], card: 6, cards: [6, 6] })).toEqual([0, 3, 4]))
  it('closes up after a JUNGO with cards of it', () =>
    expect(after(4, { what: 'jungo', seat: 0, cells: [4], card: 6, cards: [6, 6] })).toEqual([0, 1, 2, 3]))
  it('is whole after a JUNGO of the drawn card alone', () =>
    expect(after(5, { what: 'jungo', seat: 0, cells: [], card: 6, cards: [6] })).toEqual([0, 1, 2, 3, 4]))
  it('opens for a drawn card, for a beaten one', () => {
    expect(after(6, { what: 'insert', seat: 0, cells: [0] })).toEqual([5, 0, 1, 2, 3, 4])
    expect(after(6, { what: 'pick_up', seat: 0, cells: [5] })).toEqual([0, 1, 2, 3, 4, 5])
  })
  it('cares for its own seat only', () => {
    const other: Happening = { what: 'play', seat: 1, cells: [0], card: 4, cards: [4] }
    expect(after(5, other)).toEqual([0, 1, 2, 3, 4])
  })
  it('is all new where it does not follow from what happened', () => expect(after(8)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]))
})
