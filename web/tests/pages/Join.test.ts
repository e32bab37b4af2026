import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadWords } from '../../src/language.svelte'
import { network } from '../../src/network.svelte'
import Join from '../../src/pages/Join.svelte'
import { go, here } from '../../src/router.svelte'
import { ANSWERS, serve, Status } from '../server'

await loadWords('lobby')

beforeEach(() => {
  network.reached()
  go('/join', { replace: true })
})

async function type(code: string) {
  await fireEvent.input(screen.getByRole('textbox', { name: 'Code reçu' }), { target: { value: code } })
  await fireEvent.click(screen.getByRole('button', { name: 'Y aller' }))
}

const OPEN = {
  room: 'r7',
  game: 'skyjo',
  changed: ['rows'],
  code: 'SKYJO-ROWS',
  host: 'Léa',
  seats: 4,
  free: 2,
  stage: 'lobby',
}

describe('joining', () => {
  test('a short code leads to its table, as it was typed', async () => {
    const asked = serve({ ...ANSWERS, '/api/codes/k7m%202qx': () => ({ room: 'r5' }) })
    render(Join)
    await type(' k7m 2qx ')
    await waitFor(() => expect(here.path).toBe('/table/r5'))
    expect(asked.some(({ path }) => path.startsWith('/api/codes/k7m%202qx'))).toBe(true)
  })

  test('a short code of a score sheet leads to the sheet', async () => {
    serve({ ...ANSWERS, '/api/codes/K7M2QX': () => ({ room: 's5' }) })
    render(Join)
    await type('K7M2QX')
    await waitFor(() => expect(here.path).toBe('/sheet/s5'))
  })

  test('a settings code leads to a table by these settings', async () => {
    serve(ANSWERS)
    render(Join)
    await type('skyjo-soft')
    expect(await screen.findByRole('alert')).toHaveTextContent('Ce code ne dit rien.') // this server minds the case
    await type('SKYJO-SOFT')
    await waitFor(() => expect(here.path + location.search).toBe('/friends/skyjo?code=SKYJO-SOFT'))
  })

  test('a code that is none is refused beside it', async () => {
    serve({ ...ANSWERS, '/api/codes/ZZZZZZ': () => new Status(404, { code: 'short_unknown', sentence: 'Pas de table.' }) })
    render(Join)
    await fireEvent.click(screen.getByRole('button', { name: 'Y aller' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Écris d’abord le code.')
    await type('ZZZZZZ')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Pas de table.'))
    expect(here.path).toBe('/join')
  })

  test('lists the tables that are open to all, with what is changed and what is free', async () => {
    const tables = [OPEN, { ...OPEN, room: 'r8', host: null, changed: [], free: 0, stage: 'play' }]
    serve({ ...ANSWERS, '/api/public': () => ({ tables }) })
    render(Join)
    const [one, other] = await screen.findAllByRole('link', { name: /Skyjo/ })
    expect(one).toHaveAttribute('href', '/table/r7')
    await waitFor(() => expect(one).toHaveTextContent(/Skyjo, chez Léa.*2 places libres sur 4.*Lignes.*Rejoindre/))
    expect(other).toHaveTextContent(/complète, 4 places · partie en cours.*règles officielles.*Regarder/)
  })

  test('looks at the list again by itself, and says when it is empty', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let tables: unknown[] = []
    serve({ ...ANSWERS, '/api/public': () => ({ tables }) })
    render(Join)
    expect(await screen.findByText('Aucune table ouverte à tous en ce moment.')).toBeInTheDocument()
    tables = [OPEN]
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await screen.findByRole('link', { name: /chez Léa/ })).toBeInTheDocument()
  })
})
