import { describe, expect, test } from 'vitest'
import { fill, list, number, say } from '../src/words'

type Tree = { [key: string]: string | Tree }

const files = import.meta.glob<Tree>('../../src/tablee/words/*.json', { eager: true, import: 'page' })
const languages = Object.entries(files).map(([path, page]) => ({ code: path.slice(-7, -5), texts: leaves(page) }))
const french = languages.find((language) => language.code === 'fr')?.texts ?? new Map()

/** All texts under their dotted keys; a plural's forms are texts of their own. */
function leaves(tree: Tree, above = '', found = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(above + key, value)
    else leaves(value, `${above}${key}.`, found)
  }
  return found
}
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

describe('the language files', () => {
  test('French and English are there', () => {
    expect(languages.map((language) => language.code)).toEqual(expect.arrayContaining(['fr', 'en']))
  })

  test.each(languages)('$code says everything that French says, and nothing else', ({ texts }) => {
    expect([...texts.keys()].sort()).toEqual([...french.keys()].sort())
  })

  test.each(languages)('$code has the placeholders of French', ({ texts }) => {
    const differing = [...texts].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(french.get(key) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  test.each(languages)('$code has no empty text, no straight apostrophe, no hyphen for a minus', ({ texts }) => {
    expect([...texts].filter(([, text]) => text.trim() === '' || /'|\.\.\.|(^|\s)-\d/.test(text))).toEqual([])
  })

  test('French has a no-break space before : ; ? ! and within « »', () => {
    const wrong = [...french].filter(([, text]) => /[^\u00A0][:;?!»]|«(?!\u00A0)/.test(text))
    expect(wrong).toEqual([])
  })

  test('English has no space before : ; ? !', () => {
    const english = languages.find((language) => language.code === 'en')?.texts ?? new Map()
    expect([...english].filter(([, text]) => /\s[:;?!]/.test(text))).toEqual([])
  })

  test.each(languages)('$code has both forms wherever a number of things is counted', ({ texts }) => {
    const singular = [...texts.keys()].filter((key) => key.endsWith('.one'))
    expect(singular.length).toBeGreaterThan(0)
    for (const key of singular) expect(texts.has(key.replace(/\.one$/, '.other'))).toBe(true)
  })
})

describe('say', () => {
  test('finds the words under a dotted key', () => {
    expect(say('home.solo')).toBe('Jouer seul')
  })

  test('fills in names and numbers', () => {
    expect(say('games.seats', { low: 2, high: 8 })).toBe('2 à 8 joueurs')
    expect(fill('{a} et {b}', { a: 'Inès' }, 'fr')).toBe('Inès et {b}')
  })

  test('counts as the language does: zero is singular in French, plural in English', () => {
    const entry = { one: '{n} carte', other: '{n} cartes' }
    expect([0, 1, 2].map((n) => fill(entry, { n }, 'fr'))).toEqual(['0 carte', '1 carte', '2 cartes'])
    expect([0, 1, 2].map((n) => fill(entry, { n }, 'en'))).toEqual(['0 cartes', '1 carte', '2 cartes'])
  })

  test('writes − for minus, and groups large numbers', () => {
    expect(number(-2, 'fr')).toBe('−2')
    expect(number(100_000, 'en')).toBe('100,000')
    expect(fill('{n}', { n: -17 }, 'en')).toBe('−17')
  })

  test('joins names', () => {
    expect(list(['Inès', 'Hugo', 'Karim'], 'fr')).toBe('Inès, Hugo et Karim')
    expect(list(['Inès'], 'fr')).toBe('Inès')
  })
})
