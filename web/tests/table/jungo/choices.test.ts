import { describe, expect, it } from 'vitest'
import { choices, largest, pick, playOf, playsOf } from '../../../src/table/jungo/choices'

const HAND = [3, 6, 6, 12, 8, 5, 5, 2]
const run = (from: number, to = from) => ({ from, to })

describe('the texts of legal actions', () => {
  it('say what may be done', () => {
    const can = choices(['draw', 'play 2-3', 'play 6-7'], HAND, null)
    expect(can).toMatchObject({ draw: true, pass: false, discard: false, take: false, throw: false })
    expect(can.gaps.size).toBe(0)
    expect(can.plays).toEqual([
      { action: 'play 2-3', run: run(1, 2), value: 6, count: 2 },
      { action: 'play 6-7', run: run(5, 6), value: 5, count: 2 },
    ])
    expect(choices(['pass'], HAND, null).pass).toBe(true)
    expect(choices(['take', 'throw'], HAND, null)).toMatchObject({ take: true, throw: true })
    expect(choices([], HAND, null).plays).toEqual([])
  })

  it('open gaps, which count from 0', () => {
    const can = choices(['discard', 'insert 0', 'insert 8'], HAND, 6)
    expect([...can.gaps]).toEqual([
      [0, 'insert 0'],
      [8, 'insert 8'],
    ])
    expect(can.discard).toBe(true)
  })

  it('play the drawn card alone, or with a run', () => {
    const can = choices(['discard', 'jungo', 'jungo with 2-3'], HAND, 6)
    expect(can.plays).toEqual([
      { action: 'jungo', run: null, value: 6, count: 1 },
      { action: 'jungo with 2-3', run: run(1, 2), value: 6, count: 3 },
    ])
  })

  it('name the value only where doubles are alone (J6); elsewhere the single card says it', () => {
    expect(playOf('play 4-4 as 2', HAND, null)).toMatchObject({ value: 2, count: 1 })
    expect(playOf('jungo as 7', HAND, 78)).toMatchObject({ run: null, value: 7 })
    expect(playOf('jungo with 4-4 as 1', HAND, 12)).toMatchObject({ run: run(3), value: 1, count: 2 })
    expect(playOf('jungo with 4-4', HAND, 2)).toMatchObject({ value: 2, count: 2 })
    expect(playOf('play 1-2', [12, 2], null)).toMatchObject({ value: 2, count: 2 })
  })

  it('that play nothing are no combination', () => {
    for (const action of ['draw', 'insert 3', 'take', 'jungo with', 'play 2']) expect(playOf(action, HAND, null)).toBeNull()
  })
})

describe('choosing a run', () => {
  const { plays } = choices(['play 1-1', 'play 1-2', 'play 1-3', 'play 2-2', 'play 2-3', 'play 3-3', 'play 5-5'], [4, 4, 4, 7, 8], null)

  it('begins with one card', () => expect(pick(plays, null, 1)).toEqual(run(1)))
  it('goes on to a neighbour', () => expect(pick(plays, run(1), 2)).toEqual(run(1, 2)))
  it('goes from end to end', () => expect(pick(plays, run(0), 2)).toEqual(run(0, 2)))
  it('goes backwards too', () => expect(pick(plays, run(2), 0)).toEqual(run(0, 2)))
  it('gives up an end that is touched again', () => {
    expect(pick(plays, run(0, 2), 2)).toEqual(run(0, 1))
    expect(pick(plays, run(0, 2), 0)).toEqual(run(1, 2))
    expect(pick(plays, run(0), 0)).toBeNull()
  })
  it('starts anew from the middle', () => expect(pick(plays, run(0, 2), 1)).toEqual(run(1)))
  it('starts anew at a card that no run leads to', () => expect(pick(plays, run(0, 1), 4)).toEqual(run(4)))
  it('passes over a card that cannot be played', () => expect(pick(plays, run(0), 3)).toBeNull())

  it('takes at once as many cards as the table asks for', () => {
    const pairs = choices(['play 1-2', 'play 2-3', 'play 1-3'], [4, 4, 4], null).plays
    expect(pick(pairs, null, 0)).toEqual(run(0, 1))
    expect(pick(pairs, null, 1)).toEqual(run(1, 2))
    expect(pick(pairs, run(0, 1), 2)).toEqual(run(0, 2))
    expect(pick(pairs, run(0, 1), 1)).toBeNull()
  })

  it('leaves both values of doubles open', () => {
    const doubles = choices(['play 1-1 as 1', 'play 1-1 as 2', 'play 1-2'], [12, 2], null).plays
    expect(playsOf(doubles, pick(doubles, null, 0)).map(({ value }) => value)).toEqual([1, 2])
    expect(playsOf(doubles, pick(doubles, run(0), 1)).map(({ action }) => action)).toEqual(['play 1-2'])
  })
})

describe('the largest JUNGO', () => {
  it('has the most cards, of those the highest value', () => {
    const { plays } = choices(['jungo as 1', 'jungo as 2', 'jungo with 1-1', 'jungo with 3-3'], [1, 5, 2], 12)
    expect(largest(plays)?.action).toBe('jungo with 3-3')
    expect(largest([])).toBeNull()
  })
})
