import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../src/api'
import { checkEntry, count, ending, entryForm, Impossible } from '../../src/sheet/scoring'
import { standing, type Played } from '../../src/sheet/standing'
import type { Entry } from '../../src/sheet/wire'

// What Python comes to (tools/sheet_vectors.py): the page has to come to the same.
interface Case {
  game: string
  settings: Settings
}
interface Vectors {
  forms: (Case & { form: unknown })[]
  rounds: (Case & { entries: (Entry | null)[]; finisher: number | null; sums: unknown; scores: unknown; penalty: unknown })[]
  refused: (Case & { entries: (Entry | null)[]; finisher: number | null; code: string; facts: unknown; player: number | null })[]
  sheets: (Case & {
    players: number
    gone: number[]
    is_ended: boolean
    rounds: Played[]
    scores: unknown
    [found: string]: unknown
  })[]
}
const vectors = JSON.parse(readFileSync('../tests/data/sheet/vectors.json', 'utf8')) as Vectors

function thrown(act: () => unknown): unknown {
  try {
    act()
  } catch (why) {
    return why
  }
  return null
}

describe('counting without a network, against the vectors of Python', () => {
  test('there are vectors of every kind', () => {
    for (const kind of ['forms', 'rounds', 'refused', 'sheets'] as const) expect(vectors[kind].length).toBeGreaterThan(10)
  })

  test('the form by which a round is entered, with its bounds (K4)', () => {
    for (const { game, settings, form } of vectors.forms) expect(entryForm(game, settings)).toEqual(form)
  })

  test('sums, scores and the penalty of a round (S9, J12, P9)', () => {
    for (const { game, settings, entries, finisher, sums, scores, penalty } of vectors.rounds)
      expect(count(game, settings, entries, finisher)).toEqual({ sums, scores, penalty })
  })

  test('what cannot be, and why', () => {
    for (const { game, settings, entries, finisher, code, facts, player } of vectors.refused) {
      const why = thrown(() => count(game, settings, entries, finisher))
      expect(why).toBeInstanceOf(Impossible)
      expect(why).toMatchObject({ code, facts, player })
    }
  })

  test('where whole games stand: totals, ranks, leaders, ends, ties, who begins (K2, K3, K6, G5, G7)', () => {
    for (const { game, settings, players, gone, is_ended, rounds, scores, ...wanted } of vectors.sheets) {
      const found = standing(game, settings, players, rounds, gone, is_ended)
      expect(found.rounds.map((one) => one.scores)).toEqual(scores)
      for (const name of ['firsts', 'totals', 'ranks', 'leaders', 'ended', 'tied', 'first'] as const)
        expect(found[name], `${name} of ${JSON.stringify({ game, settings, gone, rounds })}`).toEqual(wanted[name])
    }
  })
})

describe('what the page asks of an entry while it is made', () => {
  const settings = (vectors.forms[0] as Case).settings

  test('blank is not zero', () => {
    expect(thrown(() => checkEntry('skyjo', settings, {}))).toMatchObject({ code: 'entry_blank' })
    expect(thrown(() => checkEntry('skyjo', settings, { total: 0 }))).toBeNull()
  })

  test('an ending is a word and a number', () => {
    expect(ending({ end: 'rounds(7)' })).toEqual(['rounds', 7])
  })
})
