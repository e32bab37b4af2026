import { createHash } from 'node:crypto'
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '../../src/refused'
import Claims from '../../src/lobby/Claims.svelte'
import { claimLink, offeredIn } from '../../src/lobby/claims'
import { loadClaimSeat } from '../../src/lobby/moving'
import MoveSeat from '../../src/lobby/MoveSeat.svelte'
import { newToken, proofOf } from '../../src/lobby/proof'
import { preferences } from '../../src/preferences.svelte'
import type { RoomView } from '../../src/wire/protocol.gen'
import { ANSWERS, serve } from '../server'
import { liveTable } from '../table/table'
import { lobby, ME, open, person } from './gathering'

await loadClaimSeat()

beforeEach(() => {
  preferences.name = 'Léa'
  serve({ ...ANSWERS, '/api/me': () => ({}) })
})
afterEach(() => history.replaceState(null, '', '/'))

describe('the token', () => {
  test('is new each time, 32 bytes in letters that an address can hold', () => {
    const token = newToken()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(newToken()).not.toBe(token)
  })

  test('is proved by its SHA-256', () => {
    for (const text of ['', 'abc', newToken(), 'é'.repeat(100)]) {
      expect(proofOf(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })

  test('travels behind the #, where no server sees it', () => {
    const offered = { seat: 2, token: newToken() }
    const link = new URL(claimLink('r1', offered))
    expect(link.pathname).toBe('/table/r1')
    expect(link.search).toBe('')
    expect(offeredIn(link.hash)).toEqual(offered)
    for (const hash of ['', '#part2', '#seat=2', '#seat=2&token=short', '#seat=12&token=' + offered.token]) {
      expect(offeredIn(hash)).toBeNull()
    }
  })
})

describe('moving a seat', () => {
  async function move(view: RoomView, seat: number) {
    const { live, wire } = liveTable()
    const close = vi.fn()
    const { rerender } = render(MoveSeat, { live, view, seat, close })
    return { wire, close, rerender: (next: RoomView) => rerender({ live, view: next, seat, close }) }
  }

  test('offers it with the proof of the token that the link carries, and tells when it has gone', async () => {
    const { wire, rerender } = await move(lobby([ME, open]), 0)
    const field = (await screen.findByRole('textbox', { name: 'Lien pour l’autre appareil' })) as HTMLInputElement
    const offered = offeredIn(new URL(field.value).hash)
    expect(offered?.seat).toBe(0)
    expect(wire.sent).toEqual([{ do: 'offer', seat: 0, proof: proofOf(offered?.token ?? '') }])
    expect(screen.getByRole('img', { name: /Code QR/ })).toBeInTheDocument()
    await rerender(lobby([person('Léa', { is_host: true }), open]))
    expect(screen.getByText(/C’est fait.: la place «.Léa.»/)).toBeInTheDocument()
  })

  test('gives a dead phone’s seat to another one', async () => {
    const gone = lobby([ME, person('Inès', { is_here: false })])
    const { wire, rerender } = await move(gone, 1)
    await screen.findByText(/la place «.Inès.» y continue/)
    expect(wire.sent).toMatchObject([{ do: 'offer', seat: 1 }])
    await rerender(lobby([ME, person('Inès')]))
    expect(screen.getByText(/C’est fait/)).toBeInTheDocument()
  })

  test('after ten minutes offers a new link', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { wire } = await move(lobby([ME, open]), 0)
    await screen.findByRole('textbox')
    await vi.advanceTimersByTimeAsync(600_000)
    await fireEvent.click(screen.getByRole('button', { name: 'Nouveau lien' }))
    await screen.findByRole('textbox')
    expect(wire.sent).toHaveLength(2)
    expect(wire.sent[0]).not.toEqual(wire.sent[1])
  })
})

describe('taking a seat over', () => {
  const token = newToken()
  const view = lobby([person('Léa', { is_host: true }), open])
  async function arrive(seen = view) {
    history.replaceState(null, '', `/table/r1#seat=0&token=${token}`)
    const { live, wire } = liveTable()
    const { rerender } = render(Claims, { live, view: seen })
    return { wire, rerender: (next: RoomView) => rerender({ live, view: next }) }
  }

  test('is asked about once, and the token leaves the address', async () => {
    const { wire } = await arrive()
    expect(await screen.findByText(/Reprendre la place «.Léa.» sur cet appareil.\?/)).toBeInTheDocument()
    expect(location.hash).toBe('')
    expect(wire.sent).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Reprendre la place' }))
    await waitFor(() => expect(wire.sent).toEqual([{ do: 'claim', seat: 0, token }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('takes the name along to a device that has none', async () => {
    preferences.name = ''
    const asked = serve({ ...ANSWERS, '/api/me': () => ({}) })
    await arrive()
    await fireEvent.click(await screen.findByRole('button', { name: 'Reprendre la place' }))
    await waitFor(() => expect(preferences.name).toBe('Léa'))
    expect(asked).toContainEqual(expect.objectContaining({ method: 'PUT', body: { name: 'Léa' } }))
  })

  test('may be declined: then one only watches', async () => {
    const { wire } = await arrive()
    await fireEvent.click(await screen.findByRole('button', { name: 'Regarder seulement' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(wire.sent).toEqual([])
  })

  test('says why it is no longer on offer', async () => {
    const { wire } = await arrive()
    wire.refuseWith(new Refused('offer_over', 'Trop tard.'))
    await fireEvent.click(await screen.findByRole('button', { name: 'Reprendre la place' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Trop tard.')
  })

  test('is not asked about on the device that has the seat', async () => {
    await arrive(lobby([ME, open]))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(location.hash).toBe('')
  })
})
