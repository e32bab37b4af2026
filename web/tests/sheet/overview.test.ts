import { beforeEach, describe, expect, test } from 'vitest'
import { totalsByRound } from '../../src/sheet/curve'
import { all, get, put, remove, type KeptSheet } from '../../src/sheet/device'
import { forms } from '../../src/sheet/forms'
import { forget, found, heldSheets, namesBefore, type Held } from '../../src/sheet/overview'
import { ranking, textOf } from '../../src/sheet/ranking'
import { loadWords } from '../../src/language.svelte'
import { applied, judged } from '../../src/sheet/apply'
import type { Round } from '../../src/sheet/wire'
import { ANSWERS, GAME, serve } from '../server'
import { sheet } from './sheets'

await loadWords('sheet')
await loadWords('sheets')

const kept = (id: string, at: number, names?: string[]): KeptSheet => ({
  ...{ id, stream: id, made: null, view: sheet(names), seq: 1, at, refusal: null },
})
const round = (totals: number[]): Round => ({
  entries: Object.fromEntries(totals.map((total, at) => [`player-${at}`, { total }])),
  ...{ finisher: null, is_unknown: true },
})

beforeEach(async () => {
  for (const { id } of await all('sheets')) await remove('sheets', id)
})

describe('the sheets of this device', () => {
  test('come latest first, with what waits on them', async () => {
    await put('sheets', kept('s-older', 10))
    await put('sheets', kept('s-newer', 20))
    expect((await heldSheets()).map((one) => one.kept.id)).toEqual(['s-newer', 's-older'])
  })

  test('suggest the names of before, each once', async () => {
    await put('sheets', kept('s-older', 10, ['Karim', 'Léa']))
    await put('sheets', kept('s-newer', 20, ['Léa', 'Hugo']))
    expect(namesBefore(await heldSheets())).toEqual(['Léa', 'Hugo', 'Karim'])
  })

  test('are found by all words of a search, without minding accents', async () => {
    await put('sheets', kept('s-one', 10, ['Inès', 'Hugo']))
    await put('sheets', kept('s-two', 20, ['Léa', 'Hugo']))
    const held = await heldSheets()
    const words = ({ view }: Held) => view.players.map(({ name }) => name).join(' ')
    expect(found(held, 'ines hug', words).map((one) => one.kept.id)).toEqual(['s-one'])
    expect(found(held, '', words)).toHaveLength(2)
  })

  test('are forgotten with all that waits on them', async () => {
    await put('sheets', kept('s-one', 10))
    await put('halves', { sheet: 's-one', round: 'r', number: 1, player: 'p', halves: {} })
    await forget((await heldSheets())[0] as Held)
    expect(await get('sheets', 's-one')).toBeUndefined()
    expect(await get('halves', 's-one')).toBeUndefined()
  })
})

describe('the games known without a network', () => {
  test('are those that the server told of last', async () => {
    serve(ANSWERS)
    expect(await forms()).toEqual([GAME])
    serve({ '/api/games': null, '/api/me': null })
    expect(await forms()).toEqual([GAME])
  })
})

describe('the ranking', () => {
  const view = judged(sheet(), [
    { id: 'one', content: round([5, 5, 9]), is_tie_break: false },
    { id: 'two', content: round([1, 1, 2]), is_tie_break: false },
  ])

  test('shares ranks (K7: 1, 1, 3) and says so', () => {
    expect(ranking(view).map(({ rank, isShared }) => [rank, isShared])).toEqual([[1, true], [1, true], [3, false]])
    expect(textOf(view)).toBe('Skyjo, 2 manches\n1. Léa 6 (ex æquo)\n1. Hugo 6 (ex æquo)\n3. Inès 11')
  })

  test('who is gone comes last, without a total', () => {
    const gone = applied(view, { do: 'drop_player', player: 'player-0' })
    expect(ranking(gone).map(({ player }) => player.name)).toEqual(['Hugo', 'Inès', 'Léa'])
    expect(textOf(gone)).toContain('3. Léa –')
  })

  test('the curve begins at 0 and leaves tie-breaks out', () => {
    const tied = judged({ ...view, settings: { ...view.settings, tie: 'tie_break', end: 'rounds(2)' } }, [
      ...view.rounds,
      { id: 'tie', content: { entries: { 'player-0': { total: 3 }, 'player-1': { total: 4 } }, is_unknown: true }, is_tie_break: true },
    ])
    expect(totalsByRound(tied)).toEqual([[0, 5, 6], [0, 5, 6], [0, 9, 11]])
  })
})
