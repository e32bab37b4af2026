import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../src/refused'
import { spoken } from '../../src/announce.svelte'
import { chooseLanguage } from '../../src/language.svelte'
import { closed, everywhere, liveTable, room, skyjo } from './table'

const salt = (more = {}) => room({ stage: 'salt', table: null, wait: { seats: [0], until: 5, why: 'salt' }, ...more })

beforeEach(async () => {
  await chooseLanguage('fr')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

describe('the salt of a round', () => {
  it('is given once, of 16 random bytes, as soon as the server has committed', () => {
    const { wire } = liveTable(salt({ commitment: null }))
    expect(wire.sent).toEqual([])
    wire.update(salt())
    wire.update(salt())
    expect(wire.sent).toHaveLength(1)
    expect(wire.sent[0]).toMatchObject({ do: 'salt', round: 3, seat: 0 })
    expect((wire.sent[0] as { salt: string }).salt).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is another one in the next round and in the next game', () => {
    const { wire } = liveTable(salt())
    wire.update(salt({ round: 4 }))
    wire.update(salt({ round: 4, number: 2 }))
    expect(new Set(wire.sent.map((command) => (command as { salt: string }).salt)).size).toBe(3)
  })

  it('is not given by who only looks, nor for a seat that has given it', () => {
    const { wire } = liveTable(salt({ you: null, yours: [] }))
    wire.update(salt({ wait: { seats: [], until: 5, why: 'salt' } }))
    expect(wire.sent).toEqual([])
  })

  it('that comes too late is no matter', async () => {
    const { live, wire } = liveTable()
    wire.refuseWith(new Refused('salt_late', 'Trop tard.'))
    wire.update(salt())
    await Promise.resolve()
    expect(live.refusal).toBeNull()
  })
})

describe('an action', () => {
  it('answers the decision that is due, and only once', () => {
    const { live, wire } = liveTable(room({}, ['draw', 'take']))
    live.act('draw')
    live.act('take')
    expect(wire.sent).toEqual([{ do: 'act', round: 3, seat: 0, decision: 7, action: 'draw' }])
  })

  it('offers nothing more until the table has changed', () => {
    const { live, wire } = liveTable(room({}, ['draw', 'take']))
    expect(live.legal).toEqual(['draw', 'take'])
    live.act('draw')
    expect(live.legal).toEqual([])
    const decision = { round: 3, seat: 0, decision: 8, legal: ['discard'] }
    wire.update(room({ decision }))
    expect(live.legal).toEqual(['discard'])
  })

  it('that is refused says why and can be chosen again', async () => {
    vi.useFakeTimers() // what was to be said before is not said in between
    const { live, wire } = liveTable(room({}, ['draw', 'take']))
    wire.refuseWith(new Refused('action_illegal', 'Cette action n’est pas permise.'))
    live.act('draw')
    await vi.advanceTimersByTimeAsync(0)
    expect(live.refusal).toBe('Cette action n’est pas permise.')
    expect(live.legal).toEqual(['draw', 'take'])
    expect(spoken.text).toBe('Cette action n’est pas permise.')
    wire.update(room({ table: skyjo({ turn: 1 }) }), [{ what: 'draw', seat: 1 }])
    expect(live.refusal).toBeNull()
  })

  it('is nothing while it is another seat’s turn', () => {
    const { live, wire } = liveTable(room())
    live.act('draw')
    expect(wire.sent).toEqual([])
  })
})

describe('a hint', () => {
  it('is asked for the seat of the decision and stays until it is taken', async () => {
    const { live, wire } = liveTable(room({}, ['draw', 'take']))
    const asking = live.askHint()
    expect(live.isHinting).toBe(true)
    await asking
    expect(wire.hinted).toEqual([0])
    expect(live.hint).toMatchObject({ action: 'take', sentence: 'Prends le 3.' })
    await live.askHint()
    expect(wire.hinted).toEqual([0])
    wire.update(room({ decision: { round: 3, seat: 0, decision: 8, legal: everywhere('swap') } }))
    expect(live.hint).toBeNull()
  })

  it('that comes after the decision was taken is not shown', async () => {
    const { live, wire } = liveTable(room({}, ['draw', 'take']))
    const asking = live.askHint()
    wire.update(room({ table: skyjo({ turn: 1 }) }))
    await asking
    expect(live.hint).toBeNull()
  })

  it('can be refused', async () => {
    const { live, wire } = liveTable(room({}, ['draw', 'take']))
    wire.hint = () => Promise.reject(new Refused('hints_off', 'Pas de conseils à cette table.'))
    await live.askHint()
    expect(live.refusal).toBe('Pas de conseils à cette table.')
    expect(live.isHinting).toBe(false)
  })
})

describe('what happened', () => {
  it('is there in words', () => {
    const { live, wire } = liveTable(room())
    wire.update(room(), [{ what: 'take', seat: 2, card: 4 }])
    expect(live.news).toBe('Hugo a pris le 4.')
    expect(live.happened).toHaveLength(1)
    expect(live.before).not.toBeNull()
  })

  it('is spoken, several changes together, then whose turn it is', () => {
    vi.useFakeTimers()
    const { wire, stop } = liveTable(room({ table: skyjo({ turn: 3 }) }))
    wire.update(room({ table: skyjo({ turn: 3 }) }), [{ what: 'draw', seat: 3 }])
    wire.update(room({}, ['draw', 'take']), [{ what: 'swap', seat: 3, cells: [0], card: 1, old: 3 }])
    vi.advanceTimersByTime(200)
    expect(spoken.text.replaceAll('\u00a0', ' ')).toBe(
      'Karim a pioché. Karim a posé le 1 et défaussé le 3. À toi : pioche, ou prends le 3',
    )
    stop()
  })

  it('includes how the round came out', () => {
    vi.useFakeTimers()
    const { wire } = liveTable(room())
    wire.update(closed(), [{ what: 'over', seat: 1 }])
    vi.advanceTimersByTime(200)
    expect(spoken.text).toContain('ses points comptent double')
  })

  it('does not reach over into another round', () => {
    const { live, wire } = liveTable(room())
    wire.update(room({ round: 4 }))
    expect(live.before).toBeNull()
    expect(live.news).toBe('')
  })
})

describe('your turn', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('stirs the phone in the hand once, where the page was touched (%s)', (hasBeenActive, times) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const vibrate = vi.fn()
    vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive } })
    const { wire } = liveTable(room({ table: skyjo({ turn: 3 }) }))
    expect(vibrate).not.toHaveBeenCalled()
    wire.update(room({}, ['draw', 'take']))
    wire.update(room({}, ['draw', 'take']))
    expect(vibrate).toHaveBeenCalledTimes(times)
  })
})

describe('a table that is gone', () => {
  it('says so', () => {
    const { live, wire } = liveTable()
    wire.follower?.gone('Cette table n’existe pas.')
    expect(live.gone).toBe('Cette table n’existe pas.')
  })
})
