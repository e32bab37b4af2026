import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../../src/language.svelte'
import Table from '../../../src/table/Table.svelte'
import type { RoomView } from '../../../src/wire/protocol.gen'
import { socket } from '../../../src/wire/socket.svelte'
import { FakeWire } from '../table'
import { closedJungo, jungoRoom, won } from './table'

let wire: FakeWire

async function show(view: RoomView) {
  render(Table, { room: 'r1' })
  await tick()
  wire.update(view)
  await tick()
}
const title = () => screen.getByRole('heading', { level: 1 })
const note = () => document.querySelector('header .note')?.textContent?.replaceAll('\u00a0', ' ')

beforeEach(async () => {
  await chooseLanguage('fr')
  vi.restoreAllMocks()
  wire = new FakeWire()
  vi.spyOn(socket, 'follow').mockImplementation((stream, follower) => wire.follow(stream, follower))
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('the table of a game', () => {
  it('is that game’s board, on its cloth', async () => {
    await show(jungoRoom())
    expect(document.querySelector('.cloth-jungo')).not.toBeNull()
    expect(screen.getByRole('heading', { name: 'Ta main' })).toBeInTheDocument()
  })

  it('says how many rounds are to be played or won', async () => {
    await show(jungoRoom())
    expect(note()).toBe('sur 3')
    wire.update(jungoRoom({ settings: { end: 'first_to(2)' } }))
    await tick()
    expect(note()).toBe('2 à gagner')
  })

  it('shows the keys of its board', async () => {
    await show(jungoRoom())
    await fireEvent.keyDown(document.body, { key: '?' })
    expect(screen.getByText('prendre les cartes battues')).toBeInTheDocument()
    expect(screen.queryByText('enlever la colonne ou la ligne')).toBeNull()
  })
})

describe('while the last cards of a round are in sight', () => {
  it('a round stays what it was, though a tie-break follows', async () => {
    await show(jungoRoom({ round: 3 }))
    wire.update(closedJungo({ round: 3, is_tie_break: true }), [{ what: 'over', seat: 2 }])
    await tick()
    expect(title()).toHaveTextContent('Manche 3')
  })

  it('a tie-break stays one, though the game is over', async () => {
    await show(jungoRoom({ round: 4, is_tie_break: true }))
    const view = closedJungo({ round: 4, stage: 'over', ranks: [3, 2, 1, 4], end_reason: 'rounds', wait: null })
    wire.update({ ...view, rounds: [won(0), won(1), won(2), won(2, { is_tie_break: true })] }, [{ what: 'over', seat: 2 }])
    await tick()
    expect(title()).toHaveTextContent('Départage')
    expect(note()).toBeUndefined()
  })
})
