import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { announce } from '../src/announce.svelte'
import Announcer from '../src/parts/Announcer.svelte'
import { network } from '../src/network.svelte'
import Menu from '../src/parts/Menu.svelte'
import NetworkStrip from '../src/parts/NetworkStrip.svelte'
import { preferences } from '../src/preferences.svelte'

describe('the announcer', () => {
  test('speaks a sentence, and the same one again in the other region', async () => {
    render(Announcer)
    const said = () => screen.getAllByRole('status').map((region) => region.textContent)
    announce('Inès pioche.')
    await tick()
    const first = said()
    expect(first.join('')).toBe('Inès pioche.')
    announce('Inès pioche.')
    await tick()
    expect(said()).toEqual(first.toReversed())
  })
})

describe('the strip below the bar', () => {
  const strip = () => document.querySelector('.strip')?.textContent?.trim()
  afterEach(() => {
    network.reached()
    vi.restoreAllMocks()
  })

  test('says what the server said, else that the network is cut, and nothing once it is back', async () => {
    render(NetworkStrip)
    expect(strip()).toBeUndefined()
    network.lost({ retry: false })
    await tick()
    expect(strip()).toMatch(/^Réseau coupé/)
    network.lost({ retry: false, why: 'Trop d’onglets sont ouverts ici.' })
    await tick()
    expect(strip()).toBe('Trop d’onglets sont ouverts ici.')
    network.reached()
    await tick()
    expect(strip()).toBeUndefined()
  })

  test.each([
    [new Response('ok'), /^Le serveur répond, mais la liaison en direct/],
    [new Response('', { status: 502 }), /^Réseau coupé/],
  ])('tells a server that answers from one that does not', async (answer, said) => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(answer))
    render(NetworkStrip)
    network.lost({ retry: false })
    await network.doubt()
    await tick()
    expect(strip()).toMatch(said)
  })
})

describe('the menu', () => {
  const button = () => screen.getByRole('button', { name: 'Menu' })

  test('opens and closes, and Escape gives the focus back', async () => {
    render(Menu)
    await fireEvent.click(button())
    expect(button()).toHaveAttribute('aria-expanded', 'true')
    await fireEvent.keyDown(await screen.findByRole('link', { name: 'À propos' }), { key: 'Escape' })
    expect(screen.queryByRole('link', { name: 'À propos' })).toBeNull()
    expect(button()).toHaveFocus()
  })

  test('keeps the choice of light or dark on this device', async () => {
    render(Menu)
    await fireEvent.click(button())
    await fireEvent.click(await screen.findByRole('radio', { name: 'Sombre' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('tablee.look')).toBe('"dark"')
    await fireEvent.click(screen.getByRole('radio', { name: 'Auto' }))
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })

  test('sounds are off until asked for', async () => {
    render(Menu)
    await fireEvent.click(button())
    expect(await screen.findByRole('switch', { name: 'Sons' })).not.toBeChecked()
    expect(preferences.sounds).toBe(false)
  })
})
