import { describe, expect, it } from 'vitest'
import { cellOf, offer } from '../../src/table/skyjo/actions'
import { everywhere } from './table'

describe('what the viewer may do', () => {
  it('reads cells row by row from column letter and row number', () => {
    expect(cellOf('swap a1', 4)).toBe(0)
    expect(cellOf('turn b3', 4)).toBe(9)
    expect(cellOf('swap h6', 8)).toBe(47)
    expect(cellOf('draw', 4)).toBeNull()
  })

  it('is to draw or take', () => {
    expect(offer(['draw', 'take'], 4)).toMatchObject({ draw: true, take: true, discard: false, keep: false })
  })

  it('is to discard or swap a drawn card', () => {
    const can = offer(['discard', ...everywhere('swap')], 4)
    expect(can.discard).toBe(true)
    expect(can.turns).toBe(false)
    expect(can.cells.size).toBe(12)
    expect(can.cells.get(5)).toBe('swap b2')
  })

  it('is to turn a hidden card', () => {
    const can = offer(['turn c1', 'turn d3'], 4)
    expect(can.turns).toBe(true)
    expect([...can.cells.keys()]).toEqual([2, 11])
  })

  it('is to answer for a line', () => {
    expect(offer(['remove', 'keep'], 4)).toMatchObject({ remove: true, keep: true })
  })

  it('is nothing when it is another seat’s turn', () => {
    expect(offer([], 4)).toMatchObject({ draw: false, take: false })
    expect(offer([], 4).cells.size).toBe(0)
  })
})
