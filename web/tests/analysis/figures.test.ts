import { beforeEach, describe, expect, it } from 'vitest'
import { amountOf, gain, percent, points } from '../../src/analysis/figures'
import { chooseLanguage, loadWords } from '../../src/language.svelte'
import { room } from '../table/table'

await loadWords('later')
beforeEach(() => chooseLanguage('fr'))

describe('numbers of an analysis', () => {
  it.each([
    [0.123, '0,12'],
    [4.46, '4,5'],
    [34.2, '34'],
    [-0.004, '0'],
    [-12.6, '−13'],
    [-4.75, '−4,8'],
  ])('have as many decimals as say something: %d is %s', (value, written) => {
    expect(points(value)).toBe(written)
  })

  it('have those of another number beside which they stand', () => {
    expect(points(0.17, 14)).toBe('0')
    expect(points(0.17, 4.5)).toBe('0,2')
  })

  it('show whether they were gained or lost', () => {
    expect([gain(4.5), gain(-4.5), gain(0)]).toEqual(['+4,5', '−4,5', '0'])
  })

  it('say what the game counts', () => {
    expect(amountOf(room(), 4.46)).toBe('4,5\u00a0points')
    expect(amountOf(room(), 1)).toBe('1\u00a0point')
  })

  it('write shares as the language does', async () => {
    expect(percent(0.453)).toMatch(/^45\s%$/)
    await chooseLanguage('en')
    expect(percent(0.453)).toBe('45%')
  })
})
