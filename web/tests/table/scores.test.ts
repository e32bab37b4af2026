import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../src/refused'
import { chooseLanguage } from '../../src/language.svelte'
import { laterNow, tableOf, type Later } from '../../src/table/boards'
import Final from '../../src/table/Final.svelte'
import Scores from '../../src/table/Scores.svelte'
import type { RoomView } from '../../src/wire/protocol.gen'
import { closed, liveTable } from './table'

const cells = (row: HTMLTableRowElement) => [...row.cells].map((cell) => text(cell))
const ranking = () =>
  within(screen.getByRole('table', { name: 'Classement' }))
    .getAllByRole<HTMLTableRowElement>('row')
    .map(cells)
const text = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()

beforeEach(() => chooseLanguage('fr'))

describe('between two rounds', () => {
  function show(view: RoomView) {
    const { live, wire } = liveTable(view)
    render(Scores, { live, view, table: tableOf(view), later: laterNow(view.game) as Later })
    return wire
  }
  const row = (name: string) => screen.getByText(name, { selector: 'b' }).closest('li')

  it('every seat has a row, by score, with points and total', () => {
    show(closed())
    expect(screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)).toEqual([
      'Inès',
      'Hugo',
      'Léa',
      'Karim',
    ])
    expect(text(row('Léa'))).toContain('+24')
    expect(text(row('Léa'))).toContain('total 62')
    expect(text(row('Léa'))).toContain('c’est toi')
    expect(row('Léa')).toHaveClass('turn')
  })

  it('the penalty shows the struck sum and its reason, and is explained', () => {
    show(closed())
    expect(row('Hugo')?.querySelector('s')).toHaveTextContent('10')
    expect(text(row('Hugo'))).toContain('×2 : ex æquo à 10')
    expect(screen.getByText(/^Hugo a fini la manche à 10/)).toBeInTheDocument()
  })

  it('the way to the limit is drawn and said; a round with negative points takes some away', () => {
    show(closed())
    expect(within(row('Karim') as HTMLElement).getByRole('img', { name: '83 points sur 100' })).toBeInTheDocument()
    const [was, came] = row('Karim')?.querySelectorAll<HTMLElement>('.bar > span') ?? []
    expect([was?.style.width, came?.style.width]).toEqual(['52%', '31%'])
  })

  it('says who begins and how the game stands', () => {
    show(closed())
    expect(screen.getByText('Hugo commence la manche 4')).toBeInTheDocument()
    expect(screen.getByText('Limite 100 · Hugo mène avec 51')).toBeInTheDocument()
  })

  it('leaves it to the cards where they will decide', () => {
    show(closed({ next_first: null }))
    expect(screen.getByText('Les cartes diront qui commence la manche 4')).toBeInTheDocument()
  })

  it('the next round comes with a button or N', async () => {
    const wire = show(closed())
    await fireEvent.click(screen.getByRole('button', { name: 'Manche suivante' }))
    await fireEvent.keyDown(document.body, { key: 'n' })
    expect(wire.sent).toEqual([
      { do: 'ready', round: 3, seat: 0 },
      { do: 'ready', round: 3, seat: 0 },
    ])
  })

  it('says who is awaited, and waits', async () => {
    const wire = show(closed({ wait: { seats: [1, 3], until: null, why: 'ready' } }))
    expect(screen.getByText('On attend Inès et Karim.')).toBeInTheDocument()
    const button = screen.getByRole('button', { name: 'Manche suivante' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await fireEvent.click(button)
    expect(wire.sent).toEqual([])
  })

  it('shows a refusal above the button', async () => {
    const wire = show(closed())
    wire.refuseWith(new Refused('seat_ready', 'C’est déjà fait.'))
    await fireEvent.click(screen.getByRole('button', { name: 'Manche suivante' }))
    await vi.waitFor(() => expect(screen.getByText('C’est déjà fait.')).toBeInTheDocument())
  })

  it('a seat out of play has no score', () => {
    const [round] = closed().rounds
    show(closed({ rounds: round ? [{ ...round, scores: [24, 10, 20, null] }] : [], totals: [62, 57, 51, null] }))
    expect(text(row('Karim'))).toContain('–')
    expect(text(row('Karim'))).toContain('sans score')
  })
})

describe('the end of the game', () => {
  const over = (more: Partial<RoomView> = {}) =>
    closed({ stage: 'over', ranks: [3, 2, 1, 4], end_reason: 'points', totals: [62, 57, 51, 103], wait: null, ...more })

  function show(view: RoomView) {
    const { live, wire } = liveTable(view)
    render(Final, { live, view, table: tableOf(view), later: laterNow(view.game) as Later })
    return wire
  }
  const verdict = () => screen.getByRole('heading', { level: 2 })

  it('says who has won and why it is over', () => {
    show(over())
    expect(verdict()).toHaveTextContent('Hugo gagne avec 51 points')
    expect(screen.getByText('La limite de 100 points est atteinte.')).toBeInTheDocument()
  })

  it.each([
    [{ end_reason: 'rounds' }, '1 manche jouée.'],
    [{ end_reason: 'ended' }, /^La partie s’arrête ici/],
    [{ end_reason: 'too_few' }, /^Il ne reste qu’une place/],
  ])('%j', (more, sentence) => {
    show(over(more))
    expect(
      screen.getByText((found) =>
        typeof sentence === 'string' ? found.replaceAll('\u00a0', ' ') === sentence : sentence.test(found),
      ),
    ).toBeInTheDocument()
  })

  it('ranks the seats', () => {
    show(over())
    expect(ranking()).toEqual([
      ['1', 'Hugo', '51'],
      ['2', 'Inès', '57'],
      ['3', 'Léa c’est toi', '62'],
      ['4', 'Karim', '103'],
    ])
  })

  it('shares ranks: 102, 47, 47 are ranks 3, 1, 1 (S10)', () => {
    show(over({ ranks: [3, 1, 1, 4], totals: [60, 47, 47, 102] }))
    expect(text(verdict())).toBe('Victoire ex æquo à 47 points : Inès et Hugo')
    expect(ranking().slice(0, 3)).toEqual([
      ['1', 'Inès ex æquo', '47'],
      ['1', 'Hugo ex æquo', '47'],
      ['3', 'Léa c’est toi', '60'],
    ])
    expect(document.querySelectorAll('.podium .step1')).toHaveLength(2)
  })

  it('speaks to the winner', () => {
    show(over({ ranks: [1, 2, 3, 4], totals: [1, 57, 60, 103] }))
    expect(verdict()).toHaveTextContent('Tu gagnes avec 1 point')
  })

  it('is played again with the same settings, or leads to others', async () => {
    const wire = show(over())
    await fireEvent.click(screen.getByRole('button', { name: 'Rejouer' }))
    expect(wire.sent).toEqual([{ do: 'again', number: 1 }])
    expect(screen.getByRole('link', { name: 'Rejouer avec d’autres réglages' })).toHaveAttribute(
      'href',
      '/solo/skyjo?code=SKYJO',
    )
  })

  it('leads to its analysis, if a round was played', () => {
    show(over())
    expect(screen.getByRole('link', { name: 'Analyser la partie' })).toHaveAttribute('href', '/table/r1/analysis?game=1')
    cleanup()
    show(over({ rounds: [] }))
    expect(screen.queryByRole('link', { name: 'Analyser la partie' })).toBeNull()
  })

  it('its record can be downloaded and checked', () => {
    show(over())
    const link = screen.getByRole('link', { name: 'Télécharger la partie' })
    expect(link).toHaveAttribute('href', '/api/rooms/r1/records/1')
    expect(link).toHaveAttribute('download', 'tablee-r1-1.json')
    expect(screen.getByText('tablee verify tablee-r1-1.json')).toBeInTheDocument()
    expect(screen.getByText(/était fixé avant la première carte/)).toBeInTheDocument()
  })

  it('lists every round', () => {
    show(over())
    const history = screen.getByRole('columnheader', { name: 'Manche', hidden: true }).closest('table')
    expect([...(history?.rows ?? [])].map(cells)).toEqual([
      ['Manche', 'Hugo', 'Inès', 'Léa', 'Karim'],
      ['1', '20 a fini la manche', '10', '24', '31'],
    ])
  })
})
