import { describe, expect, test } from 'vitest'
import { nextStep, openContestations } from '../../../src/tournament/console/next'
import type { EntrySeen, TournamentView } from '../../../src/tournament/wire'
import { line, player, round, stage, table, tournament } from '../tournaments'

const never = (_: number) => false
const step = (changes: Partial<TournamentView>, isPast: (time: number) => boolean = never) => nextStep(tournament(changes), isPast)

function entry(number: number, what: string, changes: Partial<EntrySeen> = {}): EntrySeen {
  return {
    ...{ number, at: 0, what, by: 'Camille', stage: 1, round: 1, table: 1, players: ['player-0'], facts: 'x' },
    ...{ decision: '', follows: null, stands: true },
    ...changes,
  }
}
const wait = (tableNumber: number, why = 'result', at = { stage: 1, round: 1 }) => ({ ...at, table: tableNumber, why })

const TWO = [table(1, [0, 1, 2, 3, 4]), table(2, [5, 6, 7, 8])]
const played = () => stage([round(1, TWO), round(2, TWO, { is_begun: false })])

describe('before the draw, what is next is', () => {
  test('the points that the regulation leaves open (T11)', () => {
    const questions = [{ setting: 'first_seat', recommended: 'highest_sum', value: 'highest_sum', is_answered: false }]
    expect(step({ questions })).toEqual({ kind: 'questions', n: 1 })
  })
  test('to register as many as the game needs', () => {
    expect(step({ game: 'jungo', players: [player(0)] })).toEqual({ kind: 'register', n: 1, low: 3 })
  })
  test('to check in whom the game needs (T1)', () => {
    expect(step({ players: [player(0), player(1, { is_here: false })] })).toEqual({ kind: 'check_in', n: 1, low: 2 })
  })
  test('the acceptance of those who are here: nobody is seated without it (T11)', () => {
    const players = [player(0), player(1, { accepted: null }), player(2, { accepted: null, is_here: false })]
    expect(step({ players })).toEqual({ kind: 'accept', n: 1 })
    expect(step({ players: [player(0), player(1)], version: 2 })).toEqual({ kind: 'accept', n: 2 })
  })
  test('the draw, and how many have not come', () => {
    expect(step({ players: [player(0), player(1), player(2, { is_here: false })] })).toEqual({ kind: 'draw', n: 3, away: 1 })
  })
})

describe('once drawn, what is next is', () => {
  test('to show the draw to all, then to begin the round', () => {
    expect(step({ stages: [stage([round(1, TWO, { is_begun: false })], { is_shown: false })] }).kind).toBe('show')
    const stages = [stage([round(1, TWO, { is_begun: false })])]
    expect(step({ stages, missing: [wait(1), wait(2)] })).toMatchObject({ kind: 'begin', round: 1 })
  })
  test('the tables of the round that are awaited, by number', () => {
    const missing = [wait(2), wait(1, 'result', { stage: 1, round: 2 }), wait(2, 'result', { stage: 1, round: 2 })]
    expect(step({ stages: [played()], missing })).toMatchObject({ kind: 'results', round: 1, tables: [2], isDue: false })
  })
  test('the last lap once the time is past: the clock informs, it ends nothing', () => {
    const stages = [stage([round(1, TWO, { ends: 100 })])]
    expect(step({ stages, missing: [wait(2)] }, (time) => time <= 100)).toMatchObject({ isDue: true, isLastLap: false })
  })
  test('a confirmation, where only that is missing (T9)', () => {
    expect(step({ stages: [played()], missing: [wait(1, 'confirmation')] })).toMatchObject({ kind: 'confirm', tables: [1] })
  })
  test('the next round, once the round is in', () => {
    expect(step({ stages: [played()], missing: [wait(1, 'result', { stage: 1, round: 2 })] })).toMatchObject({ kind: 'begin', round: 2 })
  })
  test('a conflict and a contestation before all that tables do by themselves', () => {
    expect(step({ stages: [played()], missing: [wait(1), wait(2, 'conflict')] })).toMatchObject({ kind: 'conflict', tables: [2] })
    expect(step({ stages: [played()], missing: [wait(1)], log: [entry(1, 'contestation')] })).toMatchObject({ kind: 'contestation', n: 1 })
  })
})

describe('once all is in, what is next is', () => {
  const done = () => [stage([round(1, TWO)])]
  test('to decide about a field that others would be in (T9), then the ties (T6), never a silent pick', () => {
    const fields = [{ stage: 2, out: ['player-0'], into: ['player-1'] }]
    const ties = [{ stage: 1, players: ['player-0', 'player-1'], what: 'first', by_organiser: false }]
    expect(step({ stages: done(), fields, ties }).kind).toBe('field')
    expect(step({ stages: done(), ties })).toEqual({ kind: 'tie', tie: ties[0] })
  })
  test('the next stage where there is a final, else the end with its winner (T10)', () => {
    expect(step({ stages: done() }).kind).toBe('next_stage')
    const stages = [...done(), stage([round(1, TWO)], { stage: 2, kind: 'final' })]
    const ranking = [line(0, 1, 12), line(1, 2, 20)]
    expect(step({ stages, ranking })).toEqual({ kind: 'finish', winners: ['player-0'] })
    expect(step({ stages, ranking, is_over: true })).toEqual({ kind: 'over', winners: ['player-0'] })
    expect(step({ stages: done(), ranking, settings: { final: false } }).kind).toBe('finish')
  })
})

test('a contestation is open until it is decided, or again once the decision was taken back (T7)', () => {
  const log = [entry(1, 'contestation'), entry(2, 'contestation'), entry(3, 'decision', { follows: 1 })]
  expect(openContestations(log).map(({ number }) => number)).toEqual([2])
  expect(openContestations([...log.slice(0, 2), entry(3, 'decision', { follows: 1, stands: false })])).toHaveLength(2)
})
