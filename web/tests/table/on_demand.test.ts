import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spoken } from '../../src/announce.svelte'
import { chooseLanguage } from '../../src/language.svelte'
import '../../src/table/Table.svelte' // read once, so that reading it afresh is quick
import { closed, FakeWire, room } from './table'

// A page that has shown no table yet: nothing of a board is loaded.
async function fresh() {
  vi.resetModules()
  const boards = await import('../../src/table/boards')
  const { LiveTable } = await import('../../src/table/live.svelte')
  const { say } = await import('../../src/words')
  let update: ((told: object) => void) | undefined
  const wire = { follow: (_: string, follower: { update: (told: object) => void }) => ((update = follower.update), () => undefined) }
  const live = new LiveTable('r1', wire as never)
  const stop = live.follow()
  let seq = 0
  const tell = (view: object, happened: object[] = []) => update?.({ t: 'update', stream: 'r1', seq: ++seq, happened, view })
  return { boards, live, say, stop, tell }
}

beforeEach(() => chooseLanguage('fr'))
afterEach(() => vi.resetModules())

describe('a board comes with its first table', () => {
  it('and the views wait for it, in their order', async () => {
    const { boards, live, tell } = await fresh()
    tell(room({ round: 3 }))
    tell(room({ round: 4 }))
    expect(boards.isLoaded('skyjo')).toBe(false)
    expect(live.view).toBeNull()
    await vi.waitFor(() => expect(live.view?.round).toBe(4))
    expect(boards.isLoaded('skyjo')).toBe(true)
    tell(room({ round: 5 }))
    expect(live.view?.round).toBe(5)
  })

  it('with its words, which no other page has', async () => {
    const { boards, say } = await fresh()
    expect(() => say('table.skyjo.pile')).toThrow()
    await boards.loadTable('skyjo')
    expect(say('table.skyjo.pile')).toBe('Pioche')
    expect(() => say('table.jungo.pile')).toThrow()
    const words = await import('../../src/language.svelte')
    await words.chooseLanguage('en')
    expect(say('table.skyjo.pile')).toBe('Draw pile')
    await words.chooseLanguage('fr')
  })

  it('not for who looks away before it is there', async () => {
    const { boards, live, stop, tell } = await fresh()
    tell(room())
    stop()
    await boards.loadTable('skyjo')
    await Promise.resolve()
    expect(live.view).toBeNull()
    expect(spoken.text).toBe('')
  })

  it('a game without a board is a fault of ours', async () => {
    const { boards } = await fresh()
    await expect(boards.loadTable('belote')).rejects.toThrow('no board for belote')
    expect(() => boards.tableOf(room())).toThrow('not loaded')
  })
})

describe('what a table needs later', () => {
  it('is there at once after it was fetched', async () => {
    const { boards } = await fresh()
    expect(boards.laterNow('skyjo')).toBeNull()
    const found = await boards.loadLater('skyjo')
    expect(boards.laterNow('skyjo')).toBe(found)
  })

  it('comes with its words, in every language chosen from then on', async () => {
    const { boards, say } = await fresh()
    await boards.loadTable('skyjo')
    const words = await import('../../src/language.svelte')
    await words.chooseLanguage('fr')
    expect(() => say('table.final.title')).toThrow()
    await boards.loadLater('skyjo')
    expect(say('table.final.title')).toBe('Partie finie')
    expect(say('table.skyjo.pile')).toBe('Pioche')
    await words.chooseLanguage('en')
    expect(say('table.final.title')).toBe('Game over')
    expect(say('table.skyjo.pile')).toBe('Draw pile')
    await words.chooseLanguage('fr')
  })

  it('a table seen first between two rounds waits for it, under the game’s name', async () => {
    await fresh()
    const { render, screen } = await import('@testing-library/svelte')
    const { tick } = await import('svelte')
    const { socket } = await import('../../src/wire/socket.svelte')
    const wire = new FakeWire()
    vi.spyOn(socket, 'follow').mockImplementation((stream, follower) => wire.follow(stream, follower))
    const { loadTable } = await import('../../src/table/boards')
    const { loadWords } = await import('../../src/language.svelte')
    await Promise.all([loadTable('skyjo'), loadWords('table')]) // as the page does
    const { default: Table } = await import('../../src/table/Table.svelte')
    render(Table, { room: 'r1' })
    await vi.waitFor(() => expect(wire.follower).not.toBeNull())
    wire.update(closed())
    await tick()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Skyjo')
    await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Manche 3, les comptes'))
  })
})
