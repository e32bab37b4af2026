import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadWords } from '../../../src/language.svelte'
import { network } from '../../../src/network.svelte'
import TableDialog from '../../../src/tournament/console/TableDialog.svelte'
import Tables from '../../../src/tournament/console/Tables.svelte'
import { shortened } from '../../../src/tournament/entry'
import type { Preview, Result, TableSeen } from '../../../src/tournament/wire'
import { serve } from '../../server'
import { round, stage, table } from '../tournaments'
import { sit, type Sitting } from './desk'

const PREVIEW = '/api/tournaments/t12345678901234567890/preview'
const SPOT = { stage: 1, round: 1, table: 1 }

beforeEach(async () => {
  await Promise.all(['console', 'standing', 'lobby', 'sheet', 'sheets'].map(loadWords))
  network.reached()
})

const told = (...totals: number[]): Result => ({
  entries: Object.fromEntries(totals.map((total, place) => [`player-${place}`, { total, count: 12 }])),
  ...{ finisher: 'player-0', is_unknown: false },
})
function showTable(changes: Partial<TableSeen> = {}, settings = {}): Sitting {
  const stages = [stage([round(1, [table(1, [0, 1], changes), table(2, [2, 3])])])]
  const at = sit({ stages, ...settings })
  render(TableDialog, { desk: at.desk, view: at.desk.view, spot: SPOT })
  return at
}
function showBoard(tables: TableSeen[], changes = {}): Sitting {
  const at = sit({ stages: [stage([round(1, tables)], changes)] })
  render(Tables, { desk: at.desk, view: at.desk.view })
  return at
}
const mat = (n: number) => document.querySelector(`[data-table="${n}"]`) as HTMLElement

describe('the board of tables', () => {
  test('shows how far each is, in a word with its icon, and its scores', () => {
    showBoard([
      table(1, [0, 1], { state: 'confirmed', scores: { 'player-0': 12, 'player-1': -3 } }),
      table(2, [2, 3], { state: 'reported' }),
      table(3, [4, 5], { state: 'conflict' }),
      table(4, [6, 7]),
    ])
    expect(mat(1)).toHaveTextContent(/rendue\s*Inès\s*12\s*Hugo\s*−3/)
    expect(mat(2)).toHaveTextContent('à confirmer')
    expect(mat(3)).toHaveTextContent('deux résultats')
    expect(mat(4)).toHaveTextContent('en jeu')
  })

  test('tells the draw in the words of the regulation (T3)', () => {
    showBoard([table(1, [0, 1, 2]), table(2, [3, 4, 5]), table(3, [6, 7])], { repeats: 2, least: 2 })
    expect(screen.getByText(/8 joueurs.*2 tables de 3 et 1 de 2, 2 revanches, inévitables/)).toBeInTheDocument()
  })

  test('lets two players change places by two taps, before anything is told', async () => {
    const at = showBoard([table(1, [0, 1]), table(2, [2, 3])])
    await fireEvent.click(screen.getByRole('button', { name: 'Échanger deux joueurs' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Inès' }))
    expect(screen.getByText('Échanger Inès avec…')).toBeInTheDocument()
    await fireEvent.click(screen.getByRole('button', { name: 'Léa' }))
    expect(at.sent).toEqual([{ do: 'swap_players', stage: 1, round: 1, one: 'player-0', other: 'player-3' }])
  })

  test('offers no change of places once something is told', () => {
    showBoard([table(1, [0, 1], { state: 'confirmed', result: told(1, 2) })])
    expect(screen.queryByRole('button', { name: 'Échanger deux joueurs' })).toBeNull()
  })
})

describe('a table in hand', () => {
  test('that has told nothing is written with the score sheet’s own keypad, and saved at once', async () => {
    const at = showTable()
    await fireEvent.click(await screen.findByRole('button', { name: 'Total seul' }))
    const key = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    await key('5')
    await fireEvent.click(screen.getAllByRole('tab')[1] as HTMLElement)
    await waitFor(() => expect(screen.getByRole('tabpanel', { name: 'Hugo' })).toBeInTheDocument())
    await key('7')
    expect(screen.getByRole('button', { name: 'Enregistrer' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText(/qui a fini/)).toBeInTheDocument()
    await fireEvent.click(document.querySelector('[data-finisher="0"]') as HTMLElement)
    await fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    const result = { entries: { 'player-0': { total: 5 }, 'player-1': { total: 7 } }, finisher: 'player-0', is_unknown: false }
    expect(at.sent).toEqual([{ do: 'correct', ...SPOT, result, seen: null }])
  })

  test('that waits for a confirmation is confirmed by one press (T9)', async () => {
    const at = showTable({ state: 'reported', result: told(5, 7), scores: { 'player-0': 5, 'player-1': 7 } })
    await fireEvent.click(screen.getByRole('button', { name: 'Confirmer ce résultat' }))
    expect(at.sent).toEqual([{ do: 'correct', ...SPOT, result: told(5, 7), seen: told(5, 7) }])
  })

  test('with two results shows them side by side, and what differs; one of them is kept (T9)', async () => {
    const at = showTable({ state: 'conflict', reports: [told(5, 7), told(5, 17)] })
    const sides = screen.getAllByRole('heading', { level: 3 }).map((head) => head.closest('section') as HTMLElement)
    expect(sides).toHaveLength(2)
    expect(within(sides[0] as HTMLElement).getByText('7').closest('tr')).toHaveClass('differs')
    expect(within(sides[0] as HTMLElement).getByText('5').closest('tr')).not.toHaveClass('differs')
    await fireEvent.click(screen.getByRole('button', { name: 'Garder le résultat 2' }))
    expect(at.sent).toEqual([{ do: 'settle_result', ...SPOT, keep: 1 }])
  })

  test('is corrected only once what that changes was shown: ranks, field, draw (T9)', async () => {
    const found: Preview = {
      ranks: [{ player: 'player-0', before: 1, after: 3 }],
      fields: [{ stage: 1, out: ['player-0'], into: ['player-2'] }],
      ...{ redrawn: [1], ties: [] },
    }
    const asked = serve({ [PREVIEW]: () => found })
    const at = showTable({ state: 'confirmed', result: told(5, 7), scores: { 'player-0': 5, 'player-1': 7 } })
    await fireEvent.click(screen.getByRole('button', { name: 'Corriger' }))
    const zeros = await screen.findAllByRole('button', { name: '0' }) // cards left, then the keypad's
    await fireEvent.click(zeros.at(-1) as HTMLElement)
    await fireEvent.click(screen.getByRole('button', { name: 'Voir ce que ça change' }))
    expect(await screen.findByText('Inès : rang 1 devient 3')).toBeInTheDocument()
    expect(screen.getByText(/Qualification : sort Inès, entre Karim/)).toBeInTheDocument()
    expect(screen.getByText(/Qualification : les tables sont refaites/)).toBeInTheDocument()
    expect(at.sent).toEqual([])
    expect(asked).toHaveLength(1)
    await fireEvent.click(screen.getByRole('button', { name: 'Enregistrer la correction' }))
    expect(at.sent[0]).toMatchObject({ do: 'correct', ...SPOT, seen: told(5, 7) })
    expect(at.sent[0]?.do === 'correct' && at.sent[0].result?.entries['player-0']).toMatchObject({ total: 50 })
  })

  test('has a contestation raised at once, with facts and whom it concerns (T7)', async () => {
    const at = showTable()
    await fireEvent.click(screen.getByRole('button', { name: 'Contestation, sanction' }))
    const form = document.querySelector('form') as HTMLFormElement
    await fireEvent.click(within(form).getByRole('button', { name: 'Hugo' }))
    await fireEvent.input(screen.getByLabelText('Les faits'), { target: { value: ' Une carte regardée. ' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la contestation' }))
    expect(at.sent).toEqual([{ do: 'contest', ...SPOT, players: ['player-1'], facts: 'Une carte regardée.' }])
  })

  test('disqualifies with a reason and only once that was said twice; a warning is offered where sanctions are graded', async () => {
    const at = showTable()
    await fireEvent.click(screen.getByRole('button', { name: 'Contestation, sanction' }))
    expect(screen.queryByRole('button', { name: 'Avertissement' })).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Disqualification' }))
    const form = document.querySelector('form') as HTMLFormElement
    await fireEvent.click(within(form).getByRole('button', { name: 'Hugo' }))
    await fireEvent.input(screen.getByLabelText('Les faits'), { target: { value: 'A triché.' } })
    expect(screen.getByRole('button', { name: 'Disqualifier' })).toHaveAttribute('aria-disabled', 'true')
    await fireEvent.input(screen.getByLabelText('Le motif'), { target: { value: 'Article 9.' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Disqualifier' }))
    expect(at.sent).toEqual([])
    expect(screen.getByText(/Hugo ne joue plus, dès maintenant/)).toBeInTheDocument()
    await fireEvent.click(screen.getByRole('button', { name: 'Disqualifier, c’est sûr' }))
    expect(at.sent).toEqual([{ do: 'disqualify', ...SPOT, player: 'player-1', facts: 'A triché.', reason: 'Article 9.', entry: null }])
  })

  test('says whom a tie-break missed: who is absent has no entry (T6)', async () => {
    const stages = [stage([round(1, [table(1, [0, 1])])], { kind: 'tie_break', of: 1 })]
    const at = sit({ stages })
    render(TableDialog, { desk: at.desk, view: at.desk.view, spot: SPOT })
    const group = await screen.findByRole('group', { name: /Qui n’est pas venu/ })
    await fireEvent.click(within(group).getByRole('button', { name: 'Hugo' }))
    expect(screen.getByText('Inès est là sans adversaire et gagne le départage.')).toBeInTheDocument()
    await fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    expect(at.sent).toEqual([{ do: 'correct', ...SPOT, result: { entries: { 'player-0': {} }, finisher: null, is_unknown: true }, seen: null }])
  })

  test('gets time, or its last lap, by itself', async () => {
    const at = showTable()
    await fireEvent.click(screen.getByRole('button', { name: 'Ajouter 5 minutes' }))
    await waitFor(() => expect(at.desk.isBusy).toBe(false))
    await fireEvent.click(screen.getByRole('button', { name: 'Dernier tour ici' }))
    expect(at.sent).toEqual([
      { do: 'add_time', seconds: 300, table: 1 },
      { do: 'last_lap', table: 1 },
    ])
  })
})

describe('a table online (T14)', () => {
  test('is opened while nothing is told', async () => {
    const at = showTable()
    await fireEvent.click(screen.getByRole('button', { name: 'Jouer en ligne' }))
    expect(at.sent).toEqual([{ do: 'open_table', ...SPOT }])
  })

  test('tells its result by itself: it is watched or, asked twice, closed', async () => {
    const at = showTable({ room: 'r12345678901234567890' })
    expect(screen.getByRole('link', { name: 'Voir la table' })).toHaveAttribute('href', '/table/r12345678901234567890')
    await fireEvent.click(screen.getByRole('button', { name: 'Fermer la table en ligne' }))
    expect(at.sent).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'La fermer maintenant' }))
    expect(at.sent).toEqual([{ do: 'close_table', ...SPOT }])
  })
})

test('full names are short in a tab, and stay whole where two at a table would be called alike', () => {
  expect(shortened(['Paul Martin (5)', 'Paul Martin (6)', 'Inès', 'Jean de la Rue'])).toEqual(['Paul M. (5)', 'Paul M. (6)', 'Inès', 'Jean R.'])
  expect(shortened(['Paul Martin', 'Paul Morin'])).toEqual(['Paul Martin', 'Paul Morin'])
})
