import { flushSync } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { Replayed } from '../../src/analysis/replayed.svelte'
import { chooseLanguage, loadWords } from '../../src/language.svelte'
import { serve, Status } from '../server'
import { round } from './game'

await loadWords('analysis')
beforeEach(() => chooseLanguage('fr'))

const PATH = '/api/rooms/r1/records/1/rounds/'

function opened(remark = () => '') {
  const asked = serve({
    [`${PATH}2`]: ({ path }) => round(path.includes('seat=1') ? 1 : 0),
    [`${PATH}3`]: () => new Status(404, { code: 'round_not_played', sentence: 'Cette partie s’est jouée en 2 manches.' }),
  })
  return { asked, replayed: new Replayed('r1', 1, remark) }
}

describe('a game that is looked at again', () => {
  it('is a table on which nothing can be done', async () => {
    const { replayed } = opened()
    expect(replayed.view).toBeNull()
    await replayed.show(2, 0, 0)
    expect(replayed.view).toMatchObject({ round: 2, stage: 'play', decision: null, you: 0, totals: [10, 20] })
    expect([replayed.legal, replayed.hint, replayed.news]).toEqual([[], null, ''])
    expect(await replayed.send()).toBe(false)
    expect([replayed.rounds, replayed.last]).toEqual([3, 3])
  })

  it('shows what happened where one goes on, and simply how it was everywhere else', async () => {
    const { replayed } = opened()
    await replayed.show(2, 0, 0)
    expect(replayed.happened).toEqual([])
    replayed.go(1)
    expect(replayed.happened).toEqual([{ what: 'take', seat: 0, card: 3 }])
    expect(replayed.before?.table).toMatchObject({ discard: 3, held: null })
    expect(replayed.view?.table).toMatchObject({ held: 3 })
    replayed.go(3)
    expect([replayed.before, replayed.happened]).toEqual([null, []])
    expect(replayed.view).toMatchObject({ totals: [14, 31], wait: { seats: [1], until: null } })
    replayed.go(2)
    expect([replayed.step, replayed.happened]).toEqual([2, []])
  })

  it('never leaves the round', async () => {
    const { replayed } = opened()
    await replayed.show(2, Infinity, 0)
    expect(replayed.step).toBe(3)
    replayed.go(9)
    expect(replayed.step).toBe(3)
    replayed.go(-1)
    expect(replayed.step).toBe(0)
  })

  it('stays where one has gone meanwhile, when another seat’s view comes', async () => {
    const { replayed } = opened()
    await replayed.show(2, 3, 0)
    const coming = replayed.show(2, null, 1)
    replayed.go(1)
    await coming
    expect([replayed.seat, replayed.step]).toEqual([1, 1])
  })

  it('says what happened, to the reader of what the reader did, and what there is to say of what comes', async () => {
    const { replayed } = opened(() => 'Ensuite : piocher.')
    await replayed.show(2, 0, 0)
    expect(replayed.said).toEqual({ title: 'Les cartes sont données.', note: 'Ensuite : piocher.' })
    replayed.go(2)
    expect(replayed.said?.title).toBe('Tu as posé le 3 et défaussé le 5.')
    replayed.go(3)
    expect(replayed.said?.title).toBe('Inès a pioché.')
    await replayed.show(2, 3, 1) // from her seat one knows her card, and she is still not the reader
    expect(replayed.said?.title).toBe('Inès a pioché.')
    expect(replayed.view?.table).toMatchObject({ held: 12 })
  })

  it('knows what its seat did next, and only that', async () => {
    const { replayed } = opened()
    await replayed.show(2, 0, 0)
    const next = [0, 1, 2, 3].map((step) => (replayed.go(step), replayed.next))
    expect(next).toEqual(['take', 'swap b1', null, null])
  })

  it('asks for a round once for each seat, and again where it failed', async () => {
    const { asked, replayed } = opened()
    await replayed.show(2, 0, 0)
    await replayed.show(2, 2, 0)
    await replayed.show(2, 2, 1)
    expect(asked.map(({ path }) => path)).toEqual([`${PATH}2?seat=0`, `${PATH}2?seat=1`])
    await expect(replayed.show(3, 0, 0)).rejects.toThrow('2 manches')
    expect([replayed.round, replayed.step]).toEqual([2, 2])
    await expect(replayed.show(3, 0, 0)).rejects.toThrow()
    expect(asked).toHaveLength(4)
  })

  it('shows the round that was wanted last', async () => {
    const { replayed } = opened()
    await Promise.all([replayed.show(2, 1, 1), replayed.show(2, 2, 0)])
    flushSync()
    expect([replayed.seat, replayed.step]).toEqual([0, 2])
  })
})
