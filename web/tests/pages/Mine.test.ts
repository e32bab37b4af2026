import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keep, kept } from '../../src/kept'
import { loadWords } from '../../src/language.svelte'
import { network } from '../../src/network.svelte'
import Mine from '../../src/pages/Mine.svelte'
import { serve, Status } from '../server'

const PARTS = { name: 'Zénobie', tables: 3, sheets: 2, tournaments: 1, days: 0, alone: 4 }

beforeEach(async () => {
  network.reached()
  await loadWords('mine')
})
afterEach(() => vi.unstubAllGlobals())

describe('my data', () => {
  test('says how much the server has', async () => {
    serve({ '/api/me/parts': () => PARTS })
    render(Mine)
    expect(await screen.findByText('Zénobie')).toBeInTheDocument()
    const told = screen.getAllByRole('definition').map((one) => one.textContent)
    expect(told).toEqual(['Zénobie', '3', '2', '1', '0'])
  })

  test('erases nothing before that is said twice, and says what goes and what stays', async () => {
    const asked = serve({ '/api/me/parts': () => PARTS, '/api/me/erase': () => ({ deleted: 4 }) })
    render(Mine)
    await fireEvent.click(await screen.findByRole('button', { name: 'Tout effacer' }))
    expect(screen.getByRole('dialog')).toHaveTextContent(/4 tables et feuilles.*Ce qui reste/)
    await fireEvent.click(screen.getByRole('button', { name: 'Ne rien effacer' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(asked.map(({ path }) => path)).toEqual(['/api/me/parts'])
  })

  test('erases what the server and this browser have, and loads the page anew', async () => {
    const leave = vi.fn()
    const asked = serve({ '/api/me/parts': () => PARTS, '/api/me/erase': () => ({ deleted: 4 }) })
    keep('name', 'Zénobie')
    render(Mine, { leave })
    await fireEvent.click(await screen.findByRole('button', { name: 'Tout effacer' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Effacer pour de bon' }))
    await waitFor(() => expect(leave).toHaveBeenCalled())
    expect(asked.at(-1)).toMatchObject({ method: 'POST', path: '/api/me/erase' })
    expect(kept('name', null)).toBeNull()
  })

  test('keeps what this browser has where the server refuses', async () => {
    serve({ '/api/me/parts': () => PARTS, '/api/me/erase': () => new Status(429, { code: 'too_often', sentence: 'Trop souvent.' }) })
    keep('name', 'Zénobie')
    render(Mine)
    await fireEvent.click(await screen.findByRole('button', { name: 'Tout effacer' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Effacer pour de bon' }))
    expect(await screen.findByText('Trop souvent.')).toBeInTheDocument()
    expect(kept('name', null)).toBe('Zénobie')
  })
})
