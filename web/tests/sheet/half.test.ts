import { describe, expect, test } from 'vitest'
import { blank, entryOf, halfOf, isBegun, lackOf, sumSoFar, typed } from '../../src/sheet/half'
import { progressOf } from '../../src/sheet/progress'
import { missing, penaltyPreview } from '../../src/sheet/say'
import { loadWords } from '../../src/language.svelte'
import { sheet } from './sheets'

const view = sheet()
const { form, game, settings } = view
await loadWords('sheet')
await loadWords('sheets')

describe('an entry in the making', () => {
  test('begins blank, which is not zero', () => {
    const half = blank(form)
    expect(isBegun(form, half)).toBe(false)
    expect(sumSoFar(form, half)).toBeNull()
    expect(lackOf(game, settings, form, half)).toEqual({ kind: 'blank' })
  })

  test('no card left is zero', () => {
    const half = { ...blank(form), count: 0 }
    expect(lackOf(game, settings, form, half)).toBeNull()
    expect(sumSoFar(form, half)).toBe(0)
  })

  test('says how many cards are still to be typed', () => {
    const half = { ...blank(form), count: 6, cards: [4, -2, 7, 0, 12] }
    expect(sumSoFar(form, half)).toBe(21)
    expect(lackOf(game, settings, form, half)).toEqual({ kind: 'cards', n: 1 })
  })

  test('a total alone may be below zero', () => {
    const half = { ...blank(form, true), total: '-4' }
    expect(entryOf(form, half)).toEqual({ total: -4 })
    expect(lackOf(game, settings, form, half)).toBeNull()
    expect(lackOf(game, settings, form, { ...half, total: '-' })).toEqual({ kind: 'blank' })
  })

  test('is taken up again as it was written', () => {
    for (const entry of [{ cards: [1, 2, 3] }, { total: 12 }, { total: 12, count: 3 }])
      expect(entryOf(form, halfOf(form, entry))).toEqual(entry)
  })

  test.each([
    ['', '4', '4'],
    ['4', '2', '42'],
    ['0', '5', '5'],
    ['', '-', '-'],
    ['12', '-', '-12'],
    ['-12', '-', '12'],
    ['-1', 'erase', '-'],
    ['1234', '5', '1234'],
    ['-0', '7', '-7'],
  ])('the keypad makes of %o and %o %o', (text, key, wanted) => {
    expect(typed(text, key)).toBe(wanted)
  })
})

describe('what is missing of a round, in words', () => {
  const ines = { ...blank(form), count: 6, cards: [4, -2, 7, 0, 12] }
  const written = { entries: { 'player-0': { total: 10 } }, finisher: null }

  test('names who and what (voice 12)', () => {
    const round = progressOf(view, view.players, written, { 'player-2': ines })
    expect(missing(view, round)).toBe('Il manque les points de Hugo, une carte d’Inès et qui a fini.')
    expect(round.counted).toBeNull()
  })

  test('is nothing once all is there, and the penalty is told (voice 6)', () => {
    const entries = { 'player-0': { total: 10 }, 'player-1': { total: 10 }, 'player-2': { total: 24 } }
    const round = progressOf(view, view.players, { entries, finisher: 'player-0' }, {})
    expect(missing(view, round)).toBe('')
    expect(penaltyPreview(view, round)).toBe('Léa\u00a0: 10 devient 20 (×2\u00a0: ex æquo à 10).')
  })

  test('a round may be closed although nobody knows who finished (K5)', () => {
    const entries = { 'player-0': { total: 10 }, 'player-1': { total: 10 }, 'player-2': { total: 24 } }
    const round = progressOf(view, view.players, { entries, finisher: null, is_unknown: true }, {})
    expect(round.counted?.scores).toEqual([10, 10, 24])
    expect(penaltyPreview(view, round)).toBe('On ne sait pas qui a fini\u00a0: personne n’est pénalisé.')
  })

  test('more of a value than the deck has is told before the round is complete (K4)', () => {
    const entries = { 'player-0': { cards: [-2, -2, 3] }, 'player-1': { cards: [-2, -2, 4, -2, -2, 4] } }
    const round = progressOf(view, view.players, { entries, finisher: null }, {})
    expect(round.wrong).toMatchObject({ code: 'entry_copies', facts: { value: -2, n: 5, typed: 6 } })
  })
})
