import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import Solo from '../../src/pages/Solo.svelte'
import { network } from '../../src/network.svelte'
import { preferences } from '../../src/preferences.svelte'
import { go, here } from '../../src/router.svelte'
import { ANSWERS, serve, Status } from '../server'
import { come, opened } from './opened'

beforeEach(() => come('/solo/skyjo'))

const start = () => screen.getByRole('button', { name: 'Commencer' })
const open = (answers = ANSWERS) => opened(Solo, answers)

describe('playing alone', () => {
  test('one click opens a table against three bots and goes there', async () => {
    const asked = await open()
    await fireEvent.click(start())
    await waitFor(() => expect(here.path).toBe('/table/r1'))
    expect(asked.at(-1)).toMatchObject({
      method: 'POST',
      body: {
        game: 'skyjo',
        pace: 'quick',
        name: null,
        start: true,
        settings: { end: 'points(100)' },
        seats: [
          { kind: 'person' },
          { kind: 'bot', bot: 'steady', name: 'Inès' },
          { kind: 'bot', bot: 'steady', name: 'Hugo' },
          { kind: 'bot', bot: 'steady', name: 'Karim' },
        ],
      },
    })
  })

  test('nobody plays by other settings than those of the address: they are waited for', async () => {
    const asked = serve({ ...ANSWERS, '/api/games/skyjo/check': null })
    render(Solo, { game: 'skyjo' })
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/check'))).toBe(true))
    await fireEvent.click(start())
    expect(start()).toHaveAttribute('aria-disabled', 'true')
    expect(asked.filter(({ path }) => path === '/api/rooms')).toEqual([])
  })

  test('what was chosen is sent, and remembered', async () => {
    const asked = await open()
    await fireEvent.click(screen.getByRole('button', { name: 'Un adversaire de moins' }))
    await fireEvent.click(screen.getByRole('radio', { name: 'Gourmand' }))
    await fireEvent.click(screen.getByRole('radio', { name: 'Calme' }))
    await fireEvent.input(screen.getByRole('textbox', { name: 'Ton nom' }), { target: { value: ' inès ' } })
    await fireEvent.click(start())
    await waitFor(() => expect(here.path).toBe('/table/r1'))
    expect(asked.at(-1)?.body).toMatchObject({ pace: 'calm', name: 'inès', first: null })
    // No bot takes the player's own name.
    expect((asked.at(-1)?.body['seats'] as { name?: string }[]).map((seat) => seat.name)).toEqual([
      undefined,
      'Hugo',
      'Karim',
    ])
    expect(preferences.name).toBe('inès')
    expect(JSON.parse(localStorage.getItem('tablee.solo.skyjo') ?? '')).toEqual({
      opponents: 2,
      level: 'greedy',
      pace: 'calm',
    })
  })

  test('asks who begins where the settings leave it to the table, and says it (J3)', async () => {
    const check = ANSWERS['/api/games/skyjo/check']
    const asked = await open({ ...ANSWERS, '/api/games/skyjo/check': (one) => ({ ...(check?.(one) as object), asks_first: true }) })
    const question = await screen.findByRole('group', { name: 'Qui a mangé une banane en dernier\u00a0?' })
    expect(within(question).getAllByRole('radio').map((one) => one.closest('label')?.textContent.trim())).toEqual(['Toi', 'Inès', 'Hugo', 'Karim', 'Personne'])
    expect(within(question).getByRole('radio', { name: 'Personne' })).toBeChecked()
    await fireEvent.click(within(question).getByRole('radio', { name: 'Karim' }))
    expect(screen.getByText('Cette place commence la première manche.')).toBeInTheDocument()
    await fireEvent.click(start())
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ first: 3 }))
  })

  test('a seat that is no longer there does not begin', async () => {
    const check = ANSWERS['/api/games/skyjo/check']
    const asked = await open({ ...ANSWERS, '/api/games/skyjo/check': (one) => ({ ...(check?.(one) as object), asks_first: true }) })
    await fireEvent.click(await screen.findByRole('radio', { name: 'Karim' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Un adversaire de moins' }))
    expect(screen.getByRole('radio', { name: 'Personne' })).toBeChecked()
    await fireEvent.click(start())
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ first: null }))
  })

  test('never fewer than one opponent, never more than seven', async () => {
    await open()
    const less = screen.getByRole('button', { name: 'Un adversaire de moins' })
    const more = screen.getByRole('button', { name: 'Un adversaire de plus' })
    for (let press = 0; press < 9; press++) await fireEvent.click(less)
    expect(screen.getByText('Contre Inès.')).toBeInTheDocument()
    expect(less).toBeDisabled()
    for (let press = 0; press < 9; press++) await fireEvent.click(more)
    expect(screen.getByRole('textbox', { name: 'Adversaires' })).toHaveValue('7')
    expect(more).toBeDisabled()
  })

  test('pressing again after a lost answer asks for the same table, after a change for another', async () => {
    const asked = await open({ ...ANSWERS, '/api/rooms': null })
    const ids = () => asked.filter((one) => one.path.startsWith('/api/rooms')).map((one) => one.body['id'])
    await fireEvent.click(start())
    await screen.findByText(/Réseau coupé/)
    await fireEvent.click(start())
    await waitFor(() => expect(ids()).toHaveLength(2))
    await fireEvent.click(screen.getByRole('radio', { name: 'Gourmand' }))
    await fireEvent.click(start())
    await waitFor(() => expect(ids()).toHaveLength(3))
    expect(ids()[1]).toBe(ids()[0])
    expect(ids()[2]).not.toBe(ids()[0])
    network.reached()
  })

  test('a refused table says why, and stays here', async () => {
    await open({ ...ANSWERS, '/api/rooms': () => new Status(400, { code: 'full', sentence: 'Trop de tables.' }) })
    await fireEvent.click(start())
    expect(await screen.findByRole('alert')).toHaveTextContent('Trop de tables.')
    expect(here.path).toBe('/solo/skyjo')
  })

  test('a preset is one press, and the address carries its code', async () => {
    await open()
    await fireEvent.click(screen.getByRole('button', { name: 'Doux' }))
    await waitFor(() => expect(location.search).toBe('?code=SKYJO-SOFT'))
    expect(screen.getByRole('button', { name: 'Doux' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('1 réglage changé')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Lire ces règles' })).toHaveAttribute(
      'href',
      '/rules/skyjo?code=SKYJO-SOFT',
    )
  })

  test('an address with a code brings its settings', async () => {
    go('/solo/skyjo?code=SKYJO-SOFT', { replace: true })
    serve(ANSWERS)
    render(Solo, { game: 'skyjo' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Doux' })).toHaveAttribute('aria-pressed', 'true'))
  })

  test('a code that says nothing is refused in a sentence, the settings stay', async () => {
    await open()
    const field = screen.getByRole('textbox', { name: 'Code des réglages' })
    await fireEvent.change(field, { target: { value: 'SKYJO-ZZZ' } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Ce code ne dit rien.')
    expect(screen.getByRole('button', { name: 'Officiel' })).toHaveAttribute('aria-pressed', 'true')
  })
})
