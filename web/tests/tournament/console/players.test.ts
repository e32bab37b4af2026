import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadWords } from '../../../src/language.svelte'
import { network } from '../../../src/network.svelte'
import Players from '../../../src/tournament/console/Players.svelte'
import { namesIn } from '../../../src/tournament/console/registering'
import { serve } from '../../server'
import { player, round, stage, table } from '../tournaments'
import { sit, type Sitting } from './desk'

beforeEach(async () => {
  await Promise.all(['console', 'standing', 'lobby'].map(loadWords))
  network.reached()
})

function show(sitting: Sitting) {
  const page = render(Players, { desk: sitting.desk, view: sitting.desk.view })
  return { ...page, again: (view: Sitting['desk']['view']) => page.rerender({ desk: sitting.desk, view }) }
}
const row = (n: number) => within(document.querySelector(`[data-player="${n}"]`) as HTMLElement)

describe('players are registered', () => {
  test('by a name and Enter, the field free for the next', async () => {
    const at = sit({ players: [] })
    show(at)
    const field = screen.getByLabelText('Prénom et nom')
    await fireEvent.input(field, { target: { value: '  Inès Aubry ' } })
    await fireEvent.submit(field.closest('form') as HTMLFormElement)
    await waitFor(() => expect(at.sent).toHaveLength(1))
    expect(at.sent[0]).toMatchObject({ do: 'register', players: [{ name: 'Inès Aubry' }] })
    await waitFor(() => expect(field).toHaveValue(''))
    expect(field).toHaveFocus()
  })

  test('by a pasted list; who is refused stays in it, with the reason, the others are in', async () => {
    const at = sit({ players: [] })
    at.refuse('register', 'Un nom a de 2 à 40 caractères.', (command) => command.do === 'register' && command.players.some(({ name }) => name === 'X'))
    show(at)
    await fireEvent.click(screen.getByRole('button', { name: 'Coller une liste' }))
    await fireEvent.input(screen.getByLabelText('Un nom par ligne'), { target: { value: '1. Inès\n- Hugo\n\nX' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Inscrire 3 joueurs' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('X : Un nom a de 2 à 40 caractères.')
    await waitFor(() => expect(screen.getByLabelText('Un nom par ligne')).toHaveValue('X'))
    const alone = at.sent.filter((one) => one.do === 'register' && one.players.length === 1)
    expect(alone.map((one) => one.do === 'register' && one.players[0]?.name)).toEqual(['Inès', 'Hugo', 'X'])
  })

  test('by a file that the server reads; its lines that are no names are told', async () => {
    const at = sit({ players: [] })
    const left = { line: 3, text: '?', code: 'name_length', sentence: 'Trop court.' }
    serve({ '/api/tournaments/t12345678901234567890/import': () => ({ names: ['Inès', 'Hugo'], refused: [left] }) })
    show(at)
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await fireEvent.change(input, { target: { files: [new File(['Inès\nHugo\n?'], 'noms.csv', { type: 'text/csv' })] } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Ligne 3, ? : Trop court.')
    expect(at.sent[0]).toMatchObject({ do: 'register', players: [{ name: 'Inès' }, { name: 'Hugo' }] })
  })

  test('by themselves, once that is opened, with the page to scan', async () => {
    const at = sit()
    const { again } = show(at)
    await fireEvent.click(screen.getByRole('button', { name: 'Par téléphone' }))
    await fireEvent.click(screen.getByRole('switch', { name: /Chacun peut s’inscrire/ }))
    expect(at.sent).toEqual([{ do: 'open_registration', is_open: true }])
    await again(at.tell({ is_open: true }))
    expect(screen.getByRole('img', { name: 'Code QR de la page des joueurs' })).toBeInTheDocument()
  })

  test('with a warning for who has the same name, allowed all the same (T1)', async () => {
    show(sit({ players: [player(0, { is_homonym: true }), player(1, { name: 'Inès', is_homonym: true })] }))
    expect(screen.getByText(/Homonymes : Inès/)).toBeInTheDocument()
    expect(screen.getByText('Inès (2)')).toBeInTheDocument()
    await fireEvent.input(screen.getByLabelText('Prénom et nom'), { target: { value: 'inès' } })
    expect(screen.getByText(/inès est déjà là/)).toBeInTheDocument()
  })
})

test('names in a pasted list stand a line each, without numbers and dashes', () => {
  expect(namesIn('1. Inès  Aubry\r\n2) Hugo\n - Karim\n\n• Léa\n3 frères')).toEqual(['Inès Aubry', 'Hugo', 'Karim', 'Léa', '3 frères'])
})

describe('checking in', () => {
  test('is a badge number and Enter, or a press; so are the fee and the regulation', async () => {
    const at = sit({ players: [player(0, { is_here: false, accepted: null }), player(1)] })
    show(at)
    const search = screen.getByRole('searchbox')
    await fireEvent.input(search, { target: { value: '1' } })
    await fireEvent.keyDown(search, { key: 'Enter' })
    expect(at.sent).toEqual([{ do: 'check_in', player: 'player-0' }])
    await waitFor(() => expect(search).toHaveValue(''))
    await fireEvent.click(row(1).getByRole('button', { name: 'Payé' }))
    await fireEvent.click(row(1).getByRole('button', { name: 'Règlement' }))
    await fireEvent.click(row(2).getByRole('button', { name: 'Arrivée' }))
    expect(at.sent.slice(1)).toEqual([
      { do: 'pay', player: 'player-0', is_paid: true },
      { do: 'accept', players: ['player-0'], version: 1 },
      { do: 'check_in', player: 'player-1', is_here: false },
    ])
  })

  test('finds by a part of the name, whatever its accents, and those who are missing', async () => {
    show(sit({ players: [player(0), player(1, { is_here: false }), player(3, { is_here: false })] }))
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'ines' } })
    expect(document.querySelectorAll('[data-player]')).toHaveLength(1)
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: '' } })
    await fireEvent.click(screen.getByRole('radio', { name: 'Absents 2' }))
    expect([...document.querySelectorAll('[data-player]')].map((one) => one.getAttribute('data-player'))).toEqual(['2', '4'])
  })
})

describe('a player', () => {
  const open = (n: number) => fireEvent.click(document.querySelector(`[data-player="${n}"] .name`) as HTMLElement)

  test('is renamed, and struck off before the draw', async () => {
    const at = sit()
    show(at)
    await open(2)
    await fireEvent.input(screen.getByLabelText('Nom'), { target: { value: 'Hugo Blanc' } })
    await fireEvent.submit(screen.getByLabelText('Nom').closest('form') as HTMLFormElement)
    expect(at.sent).toEqual([{ do: 'rename_player', player: 'player-1', name: 'Hugo Blanc' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open(2)
    await fireEvent.click(await screen.findByRole('button', { name: 'Rayer de la liste' }))
    expect(at.sent[1]).toEqual({ do: 'unregister', player: 'player-1' })
  })

  test('who goes is asked about first, and what that means is said (T8)', async () => {
    const at = sit({ stages: [stage([round(1, [table(1, [0, 1, 2])])])] })
    show(at)
    await open(1)
    await fireEvent.click(screen.getByRole('button', { name: 'Forfait' }))
    expect(at.sent).toEqual([])
    expect(screen.getByText(/dernière place, sans score/)).toBeInTheDocument()
    await fireEvent.click(screen.getByRole('button', { name: 'Forfait' }))
    expect(at.sent).toEqual([{ do: 'drop', player: 'player-0', how: 'forfeit' }])
  })

  test('who comes late is seated from the first round without a result (T8)', async () => {
    const told = table(1, [0, 1, 2], { state: 'confirmed', result: { entries: {}, finisher: 'player-0' } })
    const at = sit({ stages: [stage([round(1, [told]), round(2, [table(1, [0, 1, 2])], { is_begun: false })])] })
    show(at)
    expect(row(4).getByText('sans table')).toBeInTheDocument()
    await open(4)
    await fireEvent.click(screen.getByRole('button', { name: 'Asseoir dès la manche 2' }))
    expect(at.sent).toEqual([{ do: 'seat', player: 'player-3', round: 2 }])
  })
})

test('players to be kept apart are tapped together, and can be let together again (T3)', async () => {
  const at = sit({ apart: [['player-2', 'player-3']] })
  show(at)
  await fireEvent.click(screen.getByRole('button', { name: 'Séparer des joueurs' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Inès' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Hugo' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Séparer ces 2 joueurs' }))
  await fireEvent.click(screen.getByRole('button', { name: /Karim et Léa/ }))
  expect(at.sent).toEqual([
    { do: 'keep_apart', players: ['player-0', 'player-1'] },
    { do: 'keep_apart', players: ['player-2', 'player-3'], is_apart: false },
  ])
})
