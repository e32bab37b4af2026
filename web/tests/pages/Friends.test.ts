import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadWords } from '../../src/language.svelte'
import Friends from '../../src/pages/Friends.svelte'
import { preferences } from '../../src/preferences.svelte'
import { go, here } from '../../src/router.svelte'
import { ANSWERS, serve, Status } from '../server'
import { come, opened } from './opened'

await loadWords('lobby')

beforeEach(() => come('/friends/skyjo'))

const start = () => screen.getByRole('button', { name: 'Ouvrir la table' })
const open = (answers = ANSWERS) => opened(Friends, answers)

describe('a table for friends', () => {
  test('one click opens it with four seats, to be found by its link alone', async () => {
    const asked = await open()
    await fireEvent.click(start())
    await waitFor(() => expect(here.path).toBe('/table/r1'))
    expect(asked.at(-1)).toMatchObject({
      method: 'POST',
      body: {
        game: 'skyjo',
        start: false,
        name: null,
        options: { is_public: false },
        settings: { end: 'points(100)' },
        seats: [{ kind: 'person' }, { kind: 'open' }, { kind: 'open' }, { kind: 'open' }],
      },
    })
  })

  test('takes a name, a number of seats and whether all may come, and keeps what is kept', async () => {
    const asked = await open()
    await fireEvent.click(screen.getByRole('button', { name: 'Une place de plus' }))
    await fireEvent.input(screen.getByRole('textbox', { name: 'Ton nom' }), { target: { value: ' Léa ' } })
    await fireEvent.click(screen.getByRole('switch', { name: 'Ouverte à tous' }))
    await fireEvent.click(start())
    await waitFor(() => expect(here.path).toBe('/table/r1'))
    expect(asked.at(-1)?.body).toMatchObject({ name: 'Léa', options: { is_public: true } })
    expect(asked.at(-1)?.body['seats']).toHaveLength(5)
    expect(preferences.name).toBe('Léa')
    expect(JSON.parse(localStorage.getItem('tablee.friends.skyjo') ?? '')).toEqual({ seats: 5 })
  })

  test('plays by a preset as by a code in the address', async () => {
    go('/friends/skyjo?code=SKYJO-SOFT', { replace: true })
    const asked = serve(ANSWERS)
    render(Friends, { game: 'skyjo' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Doux' })).toHaveAttribute('aria-pressed', 'true'))
    await fireEvent.click(start())
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ settings: { penalise_tie: false } }))
  })

  test('another game is one press away', async () => {
    await open()
    await fireEvent.click(screen.getByRole('button', { name: 'Jungo' }))
    expect(here.path).toBe('/friends/jungo')
  })

  test('a refused table says why, and stays here', async () => {
    await open({ ...ANSWERS, '/api/rooms': () => new Status(400, { code: 'name_length', sentence: 'De 2 à 20.' }) })
    await fireEvent.click(start())
    expect(await screen.findByRole('alert')).toHaveTextContent('De 2 à 20.')
    expect(here.path).toBe('/friends/skyjo')
  })
})
