import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadWords } from '../../src/language.svelte'
import { network } from '../../src/network.svelte'
import NewTournament from '../../src/pages/NewTournament.svelte'
import Tournaments from '../../src/pages/Tournaments.svelte'
import { here } from '../../src/router.svelte'
import { GAME, serve, Status } from '../server'

beforeEach(async () => {
  await loadWords('tournaments')
  network.reached()
})

const MINE = { tournament: 't1', game: 'skyjo', name: 'Salle des fêtes', players: 12, stage: null, is_over: false, is_organiser: true, at: 20 }
const FORM = {
  game: 'skyjo',
  questions: ['penalise_tie'],
  settings: [...GAME.settings, { ...GAME.settings[1], name: 'table_size', label: 'Joueurs par table', group: 'tables' }],
}
const STREAM = 't12345678901234567890'

describe('the list of tournaments', () => {
  test('shows those that one has a part in, and leads to a new one of each game', async () => {
    serve({ '/api/me/tournaments': () => ({ tournaments: [MINE, { ...MINE, tournament: 't2', is_over: true, is_organiser: false }] }) })
    render(Tournaments)
    const own = (await screen.findAllByRole('link', { name: /Salle des fêtes/ }))[0]
    expect(own).toHaveAttribute('href', '/tournament/t1')
    expect(own).toHaveTextContent('12 inscrits')
    expect(own).toHaveTextContent('tu organises')
    expect(screen.getByRole('link', { name: 'P’tit Pois' })).toHaveAttribute('href', '/tournaments/ptit_pois')
  })

  test('says where there are none', async () => {
    serve({ '/api/me/tournaments': () => ({ tournaments: [] }) })
    render(Tournaments)
    expect(await screen.findByText('Aucun tournoi sur cet appareil.')).toBeInTheDocument()
  })
})

describe('a new tournament', () => {
  test('takes a name and one press: the open points are answered as recommended (T11)', async () => {
    const asked = serve({
      '/api/games/skyjo/tournament': () => FORM,
      '/api/tournaments': () => ({ tournament: STREAM, short: 'ABCDEF' }),
      [`/api/tournaments/${STREAM}/commands`]: () => ({ seq: 2 }),
    })
    render(NewTournament, { game: 'skyjo' })
    await screen.findByRole('switch', { name: 'Pénaliser l’égalité' })
    await fireEvent.input(screen.getByLabelText('Nom du tournoi'), { target: { value: ' Samedi ' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Créer le tournoi' }))
    await waitFor(() => expect(here.path).toBe(`/tournament/${STREAM}`))
    const [made, answered] = asked.filter(({ method }) => method === 'POST')
    expect(made?.body).toMatchObject({ game: 'skyjo', name: 'Samedi', settings: {} })
    expect(answered?.body['command']).toEqual({ do: 'answer', answers: { penalise_tie: true } })
  })

  test('asks for a name, and says what the server refuses beside its cause', async () => {
    serve({
      '/api/games/skyjo/tournament': () => FORM,
      '/api/tournaments': () => new Status(400, { code: 'table_size', sentence: 'De 2 à 8.', setting: 'table_size' }),
    })
    render(NewTournament, { game: 'skyjo' })
    await screen.findByRole('switch', { name: 'Pénaliser l’égalité' })
    await fireEvent.click(screen.getByRole('button', { name: 'Créer le tournoi' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Donne un nom au tournoi')
    await fireEvent.input(screen.getByLabelText('Nom du tournoi'), { target: { value: 'Samedi' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Créer le tournoi' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('De 2 à 8.'))
    expect(screen.getAllByText('Joueurs par table')[0]).toBeVisible()
  })
})
