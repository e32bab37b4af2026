import { beforeEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../src/language.svelte'
import { clock, endingOf, nameOf, namesOf, opponentsOf } from '../../src/table/seats'
import { byRank, byScore, progress } from '../../src/table/standings'
import { closed, room } from './table'

beforeEach(() => chooseLanguage('fr'))

describe('seats', () => {
  it('have names, also where a person gave none', () => {
    const view = room()
    const seats = view.seats.map((seat) => ({ ...seat, name: null }))
    expect(nameOf(view, 1)).toBe('Inès')
    expect(nameOf({ ...view, seats }, 0)).toBe('Toi')
    expect(nameOf({ ...view, seats }, 2)).toBe('Place 3')
    expect(namesOf(view, [0, 1, 3])).toBe('Inès, Karim et toi')
  })

  it('are listed clockwise after the viewer', () => {
    expect(opponentsOf(room({ you: 2 }))).toEqual([3, 0, 1])
    expect(opponentsOf(room({ you: null }))).toEqual([0, 1, 2, 3])
  })

  it('know the ending and the clock', () => {
    expect(endingOf(room())).toEqual({ word: 'points', number: 100 })
    expect(clock(84.2)).toBe('1:25')
    expect(clock(-3)).toBe('0:00')
  })
})

describe('standings', () => {
  it('list the round by its scores, seats without one last', () => {
    expect(byScore(closed())).toEqual([1, 2, 0, 3])
    const [round] = closed().rounds
    const rounds = round ? [{ ...round, scores: [24, null, 20, 31] }] : []
    expect(byScore(closed({ rounds }))).toEqual([2, 0, 3, 1])
  })

  it('list the game by its ranks', () => {
    expect(byRank(closed({ ranks: [3, 1, 1, 4] }))).toEqual([1, 2, 0, 3])
  })

  it('say how far it is and who leads', () => {
    expect(progress(closed())).toBe('Limite 100 · Hugo mène avec 51')
    expect(progress(closed({ leaders: [0] }))).toBe('Limite 100 · tu mènes avec 62')
    expect(progress(closed({ leaders: [0, 1], totals: [57, 57, 60, 83] }))).toBe(
      'Limite 100 · Inès et toi à égalité en tête avec 57',
    )
    const settings = { ...closed().settings, end: 'rounds(7)' }
    expect(progress(closed({ settings }))).toBe('Manche 1 sur 7 · Hugo mène avec 51')
  })
})
