import { render, screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import Clock from '../../src/tournament/Clock.svelte'
import { names, roundTitle, stageName, tablesPhrase } from '../../src/tournament/names'
import ResultRows from '../../src/tournament/ResultRows.svelte'
import { sheetAt } from '../../src/tournament/entry'
import Standing from '../../src/tournament/Standing.svelte'
import { tableState } from '../../src/tournament/states'
import { socket } from '../../src/wire/socket.svelte'
import { line, player, stage, table } from './tournaments'
import { forget, playing } from './wired'

afterEach(forget)

const rows = () => screen.getAllByRole('row').slice(1).map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim()))

describe('a standing', () => {
  test('has rank, rounds and total; ties, rounds missed and who is out in words', () => {
    const standing = [
      line(0, 1, 12, { scores: [5, 7] }),
      line(1, 1, 12, { scores: [12, 0] }),
      line(2, 3, 30, { scores: [20, 10], missed: [2] }),
      line(3, 4, null, { scores: [null, null], out: 'disqualified' }),
    ]
    const of = stage([], { standing, end: 'rounds(2)' })
    render(Standing, { view: playing({ stages: [of] }), stage: of })
    expect(rows()).toEqual([
      ['1', 'Inès ex æquo', '5', '7', '12'],
      ['1', 'Hugo ex æquo', '12', '0', '12'],
      ['3', 'Karim', '20', '10*manche manquée', '30'],
      ['4', 'Léa disqualification', '–', '–', '–'],
    ])
    expect(screen.getByText(/elle compte comme le plus mauvais score/)).toBeVisible()
  })

  test('shows tie-breaks beside what they broke (T6)', () => {
    const of = stage([], { standing: [line(0, 1, 25, { tie_breaks: [3] }), line(1, 2, 25, { tie_breaks: [null] }), line(2, 3, 31)] })
    render(Standing, { view: playing({ stages: [of] }), stage: of })
    expect(rows()).toEqual([['1', 'Inès', '25', '3', '25'], ['2', 'Hugo', '25', '–', '25'], ['3', 'Karim', '31', '', '31']])
  })

  test('of all stages has a column for each (T10)', () => {
    const final = stage([], { stage: 2, kind: 'final', standing: [line(0, 1, 9)] })
    const first = stage([], { standing: [line(1, 1, 40), line(0, 2, 44)] })
    render(Standing, { view: playing({ stages: [first, final], ranking: [line(0, 1, 9), line(1, 2, 40)] }), stage: null })
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['rang', 'joueur', 'Qualification', 'Finale'])
    expect(rows()).toEqual([['1', 'Inès', '44', '9'], ['2', 'Hugo', '40', '–']])
  })

  test('gives no rank to who waits for a first result, and ranks a table by itself where asked to', async () => {
    const standing = [line(2, 1, 0, { scores: [null, null] }), line(0, 2, 5, { scores: [5, null] }), line(1, 3, 9, { scores: [9, null] })]
    const of = stage([], { standing, end: 'rounds(2)' })
    const { rerender } = render(Standing, { view: playing({ stages: [of] }), stage: of })
    expect(rows().map(([rank, who]) => [rank, who])).toEqual([['1', 'Inès'], ['2', 'Hugo'], ['–', 'Karim']])
    const lines = standing.slice(2)
    await rerender({ lines })
    expect(rows()[0]?.[0]).toBe('2')
    await rerender({ lines, isApart: true })
    expect(rows()[0]?.[0]).toBe('1')
  })

  test('has no ranks before there is a score', () => {
    const [first] = playing().stages
    render(Standing, { view: playing(), stage: first! })
    expect(rows()[0]).toEqual(['–', 'Inès', '–', '–', '–', '0'])
  })
})

describe('the clock', () => {
  test('counts to its end, says when it is over, and the last lap before all', async () => {
    vi.spyOn(socket, 'now').mockReturnValue(1000)
    const { rerender } = render(Clock, { ends: 1090, isLastLap: false })
    expect(screen.getByRole('timer')).toHaveTextContent('il reste 1:30')
    await rerender({ ends: 999, isLastLap: false })
    expect(screen.getByText('Temps écoulé')).toBeVisible()
    await rerender({ ends: 1090, isLastLap: true })
    expect(screen.getByText('Dernier tour')).toBeVisible()
  })
})

describe('what things are called', () => {
  test('homonyms have their badges’ numbers', () => {
    const name = names(playing({ players: [player(0, { name: 'Paul', is_homonym: true, number: 7 }), player(1)] }))
    expect([name('player-0'), name('player-1'), name('player-9')]).toEqual(['Paul (7)', 'Hugo', 'joueur effacé'])
  })

  test('stages, rounds and tables', () => {
    const tie = stage([], { stage: 2, kind: 'tie_break', of: 1, end: 'rounds(1)' })
    const view = playing({ stages: [...playing().stages, tie] })
    expect(stageName(view, tie)).toBe('Départage (Qualification)')
    expect(roundTitle(view, view.stages[0]!, 2)).toBe('Qualification, manche 2 sur 3')
    expect(roundTitle(view, tie, 1)).toBe('Départage (Qualification)')
    expect(roundTitle(view, stage([], { kind: 'final', end: 'first_to(2)' }), 2)).toBe('Finale, manche 2')
    expect([tablesPhrase([3]), tablesPhrase([3, 7])]).toEqual(['table 3', 'tables 3 et 7'])
  })

  test.each([
    ['waiting', false, false, 'à venir'],
    ['waiting', true, false, 'en jeu'],
    ['waiting', true, true, 'attendue'],
    ['reported', true, true, 'à confirmer'],
    ['confirmed', true, true, 'rendue'],
    ['conflict', true, false, 'deux résultats'],
    ['stopped', true, false, 'arrêtée'],
  ])('a table that is %s (begun %s, due %s) is %s', (state, isBegun, isDue, word) => {
    expect(tableState(table(1, [], { state }), isBegun, isDue).word).toBe(word)
  })
})

describe('a result', () => {
  test('shows the finisher, the struck score and why', () => {
    const view = playing()
    const sheet = sheetAt(view, { stage: 1, round: 1, table: 1 }, names(view))!
    const entries = { 'player-0': { total: 10 }, 'player-1': { total: 10 }, 'player-2': { total: 31 } }
    render(ResultRows, { sheet, result: { entries, finisher: 'player-0', is_unknown: false } })
    const [first] = screen.getAllByRole('listitem')
    expect(first).toHaveTextContent('a fini')
    expect(within(first!).getByText('10').tagName).toBe('S')
    expect(within(first!).getByText('20')).toBeVisible()
    expect(screen.getByText(/ex æquo à 10/)).toBeVisible()
  })
})
