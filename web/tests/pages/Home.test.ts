import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import Home from '../../src/pages/Home.svelte'
import { network } from '../../src/network.svelte'
import { chooseLanguage } from '../../src/language.svelte'
import { ANSWERS, GAME, serve } from '../server'

beforeEach(() => network.reached())

const TABLE = { room: 'r9', game: 'skyjo', seats: ['Inès', 'Hugo'], round: 3, your_turn: true, over: false, at: 20 }

describe('the home page', () => {
  test('plays alone in one click from here', () => {
    serve(ANSWERS)
    render(Home)
    expect(screen.getByRole('link', { name: /Jouer seul/ })).toHaveAttribute('href', '/solo/skyjo')
  })

  test('leads to a table with friends of the chosen game, and to the tables of others', () => {
    serve(ANSWERS)
    render(Home)
    expect(screen.getByRole('link', { name: /Jouer entre amis/ })).toHaveAttribute('href', '/friends/skyjo')
    expect(screen.getByRole('link', { name: /Rejoindre une table/ })).toHaveAttribute('href', '/join')
  })

  test('leads to a score sheet of the chosen game', async () => {
    serve(ANSWERS)
    render(Home)
    await fireEvent.click(screen.getByRole('radio', { name: /Jungo/ }))
    expect(screen.getByRole('link', { name: /Feuille de score/ })).toHaveAttribute('href', '/sheets/jungo')
  })

  test('offers a table where people gather to come back to', async () => {
    serve({ ...ANSWERS, '/api/me/tables': () => ({ tables: [{ ...TABLE, seats: [], round: 0, your_turn: false }] }) })
    render(Home)
    expect(await screen.findByRole('link', { name: /Reprendre/ })).toHaveTextContent('on s’installe')
  })

  test('offers every game that the server plays', async () => {
    const games = ['skyjo', 'jungo', 'ptit_pois'].map((name) => ({ ...GAME, name, seats: [3, 4] }))
    serve({ ...ANSWERS, '/api/games': () => ({ games }) })
    render(Home)
    await waitFor(() => expect(screen.getAllByText('3 à 4 joueurs')).toHaveLength(3))
    for (const tile of screen.getAllByRole('radio')) expect(tile).toBeEnabled()
    await fireEvent.click(screen.getByRole('radio', { name: /Jungo/ }))
    expect(screen.getByRole('link', { name: /Jouer seul/ })).toHaveAttribute('href', '/solo/jungo')
  })

  test('leads to the tournaments', () => {
    serve(ANSWERS)
    render(Home)
    expect(screen.getByRole('link', { name: /Tournoi/ })).toHaveAttribute('href', '/tournaments')
    expect(screen.queryByText('pas encore')).toBeNull()
  })

  test('offers the latest game that is not over', async () => {
    serve({
      ...ANSWERS,
      '/api/me/tables': () => ({ tables: [TABLE, { ...TABLE, room: 'r8', at: 10 }, { ...TABLE, over: true, at: 30 }] }),
    })
    render(Home)
    const resume = await screen.findByRole('link', { name: /Reprendre/ })
    expect(resume).toHaveAttribute('href', '/table/r9')
    expect(resume).toHaveTextContent('Partie en cours avec Inès et Hugo')
    expect(resume).toHaveTextContent('Manche 3 · à toi de jouer')
  })

  test('opens without a network and says that it is cut', async () => {
    serve({ '/api/me/tables': null, '/api/games': null })
    render(Home)
    expect(await screen.findByText('Réseau coupé. Ça revient tout seul, rien n’est perdu.')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument()
    network.reached()
  })

  test('speaks English at once when asked', async () => {
    serve(ANSWERS)
    render(Home)
    screen.getByRole('button', { name: 'FR, passer en English' }).click()
    expect(await screen.findByRole('heading', { name: 'What shall we play?' })).toBeInTheDocument()
    await chooseLanguage('fr')
  })
})
