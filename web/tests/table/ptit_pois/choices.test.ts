import { describe, expect, it } from 'vitest'
import { offer, packetOf, playOf, sidesOf } from '../../../src/table/ptit_pois/choices'
import { BONUS, PLAYS } from './table'

describe('the offer', () => {
  it('gathers the piles of each card', () => {
    const can = offer(PLAYS)
    expect([...can.plays.keys()]).toEqual(['main-0', 'main-1', 'main-2', 'row-0'])
    expect(sidesOf(can.plays.get('main-0'))).toEqual([0, 1])
    expect(can.plays.get('main-2')).toEqual({ 1: 'main 3 right' })
    expect([can.flip, can.stop, can.turns.size]).toEqual([true, false, 0])
  })

  it('has the packets that a bonus may turn, and the end of it', () => {
    const can = offer(BONUS)
    expect([...can.turns]).toEqual([[0, 'turn 1'], [1, 'turn 2']])
    expect([can.flip, can.stop]).toEqual([false, true])
  })

  it('is empty without a decision', () => {
    expect(offer([])).toEqual({ flip: false, stop: false, turns: new Map(), plays: new Map() })
  })
})

describe('an action', () => {
  it('names a card and a pile, or a packet, or neither', () => {
    expect(playOf('main 12 right')).toEqual({ own: 'main-11', side: 1 })
    expect(playOf('row 4 left')).toEqual({ own: 'row-3', side: 0 })
    expect(packetOf('turn 2')).toBe(1)
    expect([playOf('flip'), playOf('turn 1'), packetOf('stop')]).toEqual([null, null, null])
  })
})
