import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../src/language.svelte'
import Table from '../../src/table/Table.svelte'
import type { RoomView } from '../../src/wire/protocol.gen'
import { socket } from '../../src/wire/socket.svelte'
import { closed, FakeWire, room, skyjo } from './table'

let wire: FakeWire

async function show(view: RoomView) {
  render(Table, { room: 'r1' })
  await tick()
  wire.update(view)
  await tick()
}

beforeEach(async () => {
  await chooseLanguage('fr')
  vi.restoreAllMocks()
  wire = new FakeWire()
  vi.spyOn(socket, 'follow').mockImplementation((stream, follower) => wire.follow(stream, follower))
  vi.spyOn(socket, 'send').mockImplementation((stream, command) => wire.send(stream, command as never))
  vi.spyOn(socket, 'askHint').mockImplementation((stream, seat) => wire.askHint(stream, seat))
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('a table', () => {
  it('arrives, or says that there is none', async () => {
    render(Table, { room: 'r1' })
    await tick()
    expect(screen.getByText('La table arrive…')).toBeInTheDocument()
    wire.follower?.gone('Cette table n’existe pas.')
    await tick()
    expect(screen.getByText('Cette table n’existe pas.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/')
  })

  it('that one was sent away from, or that went, says so and offers nothing of it any more', async () => {
    await show(room({}, ['draw', 'take']))
    wire.follower?.gone('L’hôte t’a fait quitter cette table.')
    await tick()
    expect(screen.getByText('L’hôte t’a fait quitter cette table.')).toBeInTheDocument()
    expect(screen.queryByRole('grid')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Conseil' })).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
    expect(screen.queryByRole('button', { name: 'Laisser ma place' })).toBeNull()
  })

  it('names the round and the end of the game', async () => {
    await show(room())
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Manche 3')
    expect(screen.getByText('jusqu’à 100')).toBeInTheDocument()
    wire.update(room({ settings: { ...room().settings, end: 'rounds(7)' } }))
    await tick()
    expect(screen.getByText('sur 7')).toBeInTheDocument()
  })

  it('calls the player in the title of the tab', async () => {
    await show(room({ table: skyjo({ turn: 1 }) }))
    expect(document.title).toBe('Skyjo')
    wire.update(room({}, ['draw', 'take']))
    await tick()
    expect(document.title).toBe('À toi · Skyjo')
  })

  it('asks for a hint with the bulb or I, only when it is your turn', async () => {
    await show(room())
    await fireEvent.click(screen.getByRole('button', { name: 'Conseil' }))
    expect(wire.hinted).toEqual([])
    wire.update(room({}, ['draw', 'take']))
    await tick()
    await fireEvent.keyDown(document.body, { key: 'i' })
    expect(wire.hinted).toEqual([0])
  })

  it('shows its keys with ?', async () => {
    await show(room())
    await fireEvent.keyDown(document.body, { key: '?' })
    expect(screen.getByRole('heading', { name: 'Touches du clavier' })).toBeInTheDocument()
    await fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    expect(screen.queryByRole('heading', { name: 'Touches du clavier' })).toBeNull()
  })
})

describe('the end of a round', () => {
  it('leaves its last cards in sight for a moment before they are counted', async () => {
    vi.useFakeTimers()
    await show(room())
    wire.update(closed(), [{ what: 'over', seat: 1 }])
    await tick()
    expect(screen.getByText('La manche est finie', { exact: true })).toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Manche 3, les comptes')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('is counted at once for who comes to the table later', async () => {
    await show(closed())
    expect(screen.getByRole('button', { name: 'Manche suivante' })).toBeInTheDocument()
  })

  it('leads to the ranking after the last round', async () => {
    await show(closed({ stage: 'over', ranks: [3, 2, 1, 4], end_reason: 'points', wait: null }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Partie finie')
  })

  it('leads back to the cards with the next round', async () => {
    await show(closed())
    wire.update(room({ round: 4 }))
    await tick()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Manche 4')
    expect(screen.getByRole('grid')).toBeInTheDocument()
  })
})

describe('the menu of a table', () => {
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Menu' }))

  it('leads to exactly these rules and sets the pace', async () => {
    await show(room({ code: 'SKYJO-2K' }))
    await open()
    expect(screen.getByRole('link', { name: 'Règles de cette partie' })).toHaveAttribute(
      'href',
      '/rules/skyjo?code=SKYJO-2K',
    )
    await fireEvent.click(screen.getByRole('radio', { name: 'Calme' }))
    expect(wire.sent).toEqual([{ do: 'pace', pace: 'calm' }])
  })

  it('asks back before a seat is left, and says what follows', async () => {
    await show(room())
    await open()
    await fireEvent.click(screen.getByRole('button', { name: 'Laisser ma place' }))
    expect(screen.getByText(/Un robot jouera avec tes cartes/)).toBeInTheDocument()
    expect(wire.sent).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Laisser ma place' }))
    expect(wire.sent).toEqual([{ do: 'leave', seat: 0 }])
    expect(screen.queryByRole('button', { name: 'Laisser ma place' })).toBeNull()
  })

  it('puts the focus on staying, and back where it was', async () => {
    await show(room())
    await open()
    await fireEvent.click(screen.getByRole('button', { name: 'Laisser ma place' }))
    expect(screen.getByRole('button', { name: 'Rester' })).toHaveFocus()
    await fireEvent.click(screen.getByRole('button', { name: 'Rester' }))
    await tick()
    expect(screen.getByRole('button', { name: 'Laisser ma place' })).toHaveFocus()
    expect(wire.sent).toEqual([])
  })

  it('ends the game between rounds, for the host', async () => {
    await show(closed())
    await open()
    await fireEvent.click(screen.getByRole('button', { name: 'Arrêter la partie ici' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Arrêter' }))
    expect(wire.sent).toEqual([{ do: 'end', round: 3 }])
  })

  it('offers neither to who may not', async () => {
    await show(closed({ is_host: false, you: null }))
    await open()
    expect(screen.queryByRole('button', { name: 'Arrêter la partie ici' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Laisser ma place' })).toBeNull()
  })
})
