import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../../src/language.svelte'
import { laterNow, tableOf, type Later } from '../../../src/table/boards'
import Final from '../../../src/table/Final.svelte'
import Scores from '../../../src/table/Scores.svelte'
import { untilOf } from '../../../src/table/seats'
import { byScore, progress } from '../../../src/table/standings'
import type { RoomView } from '../../../src/wire/protocol.gen'
import { liveTable } from '../table'
import { closedJungo, jungo, won } from './table'

const text = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()
const seen = (sentence: string) => screen.getByText((found) => found.replaceAll('\u00a0', ' ').trim() === sentence)
const tie = { ...won(2), is_tie_break: true }

beforeEach(() => chooseLanguage('fr'))

describe('between two rounds', () => {
  function show(view: RoomView) {
    const { live, wire } = liveTable(view)
    render(Scores, { live, view, table: tableOf(view), later: laterNow(view.game) as Later })
    return wire
  }
  const row = (name: string) => screen.getByText(name, { selector: 'b' }).closest('li')
  const tally = (name: string) => row(name)?.querySelector('.tally')
  const strokes = (name: string) => [...(tally(name)?.querySelectorAll('path') ?? [])].map((path) => path.getAttribute('class')?.split(' ')[0])

  it('the winner comes first, with a round won', () => {
    show(closedJungo())
    expect(screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)[0]).toBe('Hugo')
    expect(text(row('Hugo')?.querySelector('.points'))).toBe('+1 manche gagnée')
    expect(text(row('Inès')?.querySelector('.points'))).toBe('')
    expect(seen('Hugo n’a plus de carte et gagne la manche.')).toBeInTheDocument()
  })

  it('rounds won so far are tallies, the new one marked, the needed ones faint', () => {
    show(closedJungo({ settings: { end: 'first_to(3)' } }))
    expect(tally('Hugo')).toHaveAttribute('aria-label', '1 manche gagnée')
    expect(strokes('Hugo')).toEqual(['fresh', 'needed', 'needed'])
    expect(strokes('Inès')).toEqual(['won', 'needed', 'needed'])
    expect(strokes('Léa')).toEqual(['needed', 'needed', 'needed'])
  })

  it('without a number to reach there are only those won', () => {
    show(closedJungo())
    expect(strokes('Hugo')).toEqual(['fresh'])
    expect(strokes('Léa')).toEqual([])
  })

  it('what is left in the hands is seen by its number, one’s own by its cards', () => {
    show(closedJungo())
    const hand = (name: string) => row(name)?.querySelector('.remains [role=img]')?.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')
    expect(hand('Hugo')).toBe('main vide')
    expect(hand('Inès')).toBe('7 cartes en main')
    expect(hand('Léa')).toBe('8 cartes en main : 3, 6, 6, 1/2, 8, 5, 5, 2')
  })

  it('cards left over are counted where they are the score, fewest first (J12)', () => {
    const round = { ...won(2), scores: [8, 7, 0, 4] }
    show(closedJungo({ settings: { score: 'cards_left' }, lowest_wins: true, totals: [12, 7, 9, 5], leaders: [3], rounds: [round] }))
    expect(text(row('Inès')?.querySelector('.points'))).toBe('+7 7 cartes dans cette manche')
    expect(tally('Inès')).toBeNull()
    expect(seen('Manche 1 sur 3 · Karim mène avec 5 cartes')).toBeInTheDocument()
  })

  it('says how the game stands', () => {
    expect(text({ textContent: progress(closedJungo(), 'rounds') } as Element)).toBe('Manche 2 sur 3 · Inès et Hugo à égalité en tête avec 1 manche')
    const view = closedJungo({ settings: { end: 'first_to(2)' }, leaders: [0], totals: [1, 0, 0, 0] })
    expect(text({ textContent: progress(view, 'rounds') } as Element)).toBe('En 2 manches gagnantes · tu mènes avec 1 manche')
  })

  it('announces a tie-break with who is in it and who begins', () => {
    show(closedJungo({ is_tie_break: true, next_first: 1 }))
    expect(seen('Égalité en tête entre Inès et Hugo : une manche de départage suit.')).toBeInTheDocument()
    expect(seen('Inès commence le départage')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Jouer le départage' })).toBeInTheDocument()
  })

  it('announces another one after a tie-break that nobody won', () => {
    show(closedJungo({ is_tie_break: true, next_first: 0, rounds: [won(1), won(2), won(null, { is_tie_break: true })] }))
    expect(seen('Toujours à égalité : encore une manche de départage.')).toBeInTheDocument()
    expect(seen('Tu commences le départage')).toBeInTheDocument()
  })

  it('leaves it to chance where the settings do', () => {
    show(closedJungo({ next_first: null, settings: { next_first_seat: 'random' } }))
    expect(seen('Le hasard dira qui commence la manche 3')).toBeInTheDocument()
  })
})

describe('the order of the seats', () => {
  it('follows what the view says wins', () => {
    const view = closedJungo({ rounds: [{ ...won(2), scores: [8, 7, 0, null] }] })
    expect(byScore({ ...view, lowest_wins: true })).toEqual([2, 1, 0, 3])
    expect(byScore({ ...view, lowest_wins: false })).toEqual([0, 1, 2, 3])
  })

  it('and the bar how many rounds are to be won', () => {
    expect(text({ textContent: untilOf({ word: 'first_to', number: 2 }) } as Element)).toBe('2 à gagner')
    expect(untilOf({ word: 'rounds', number: 3 })).toBe('sur 3')
  })
})

describe('the end of the game', () => {
  const over = (more: Partial<RoomView> = {}) =>
    closedJungo({ stage: 'over', ranks: [3, 2, 1, 3], end_reason: 'rounds', totals: [0, 1, 2, 0], wait: null, ...more })
  function show(view: RoomView) {
    const { live, wire } = liveTable(view)
    render(Final, { live, view, table: tableOf(view), later: laterNow(view.game) as Later })
    return wire
  }
  const header = () => [...document.querySelectorAll('header > *')].map(text)

  it('says who has won with how many rounds, and why it is over', () => {
    show(over())
    expect(header()).toEqual(['Hugo gagne avec 2 manches', '2 manches jouées.'])
  })

  it('first to win so many', () => {
    show(over({ end_reason: 'first_to', settings: { end: 'first_to(2)' } }))
    expect(header()[1]).toBe('La partie se jouait en 2 manches gagnantes.')
  })

  it('decided by a tie-break, or shared after three', () => {
    show(over({ totals: [1, 1, 1, 0], ranks: [2, 2, 1, 4], rounds: [won(0), won(1), won(2), tie] }))
    expect(header()).toEqual(['Hugo gagne avec 1 manche', '3 manches jouées. Le départage a décidé.'])
  })

  it('a shared win names all of them', () => {
    show(over({ totals: [1, 1, 1, 0], ranks: [1, 1, 1, 4], rounds: [won(0), won(1), won(2), { ...tie, finisher: null }] }))
    expect(header()).toEqual(['Victoire ex æquo à 1 manche : Inès, Hugo et toi', '3 manches jouées.'])
  })

  it('cards left over, the fewest win', () => {
    show(over({ settings: { score: 'cards_left' }, lowest_wins: true, totals: [9, 6, 4, 12] }))
    expect(header()[0]).toBe('Hugo gagne avec 4 cartes')
  })

  it('asks again who begins before it is played again (J3)', async () => {
    const wire = show(over())
    await fireEvent.click(screen.getByRole('button', { name: 'Rejouer' }))
    await tick()
    expect(wire.sent).toEqual([])
    const question = screen.getByRole('group', { name: /banane/ })
    expect(within(question).getAllByRole('radio')).toHaveLength(5)
    expect(within(question).getAllByRole('radio')[0]).toHaveFocus()
    await fireEvent.click(within(question).getByRole('radio', { name: 'Hugo' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Commencer' }))
    expect(wire.sent).toEqual([{ do: 'again', number: 1, first: 2 }])
  })

  it('nobody leaves it to chance', async () => {
    const wire = show(over())
    await fireEvent.click(screen.getByRole('button', { name: 'Rejouer' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Commencer' }))
    expect(wire.sent).toEqual([{ do: 'again', number: 1 }])
  })

  it('asks nothing where the settings do not leave it open', async () => {
    const view = { ...over(), asks_first: false }
    const wire = show(view)
    await fireEvent.click(screen.getByRole('button', { name: 'Rejouer' }))
    expect(wire.sent).toEqual([{ do: 'again', number: 1 }])
  })

  it('stands on its own where the last round was not played', () => {
    show(over({ end_reason: 'too_few', table: jungo() }))
    expect(header()[1]).toBe('Il ne reste qu’une place occupée : la partie s’arrête là.')
  })
})
