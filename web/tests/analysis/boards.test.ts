import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Replayed } from '../../src/analysis/replayed.svelte'
import { chooseLanguage, loadWords } from '../../src/language.svelte'
import { loadTable, tableOf } from '../../src/table/boards'
import type { ReplayedRound, RoomView } from '../../src/wire/protocol.gen'
import { serve } from '../server'
import { hand, HAND, jungo, jungoRoom } from '../table/jungo/table'
import { ptitPois, ptitPoisRoom } from '../table/ptit_pois/table'
import { grid, room, skyjo } from '../table/table'

await Promise.all([loadWords('analysis'), loadTable('jungo'), loadTable('ptit_pois')])

/** Shows the one step of a round on the board of its game, as a seat saw it. */
async function show(view: RoomView, you: number): Promise<HTMLElement> {
  const { table } = view
  if (!table) throw new Error('a table without cards')
  const told: ReplayedRound = {
    view: { ...view, you, table: null, decision: null },
    rounds: 1,
    steps: [{ step: 0, seat: null, action: null, happened: [], awaited: [], table, totals: view.totals }],
  }
  serve({ '/api/rooms/r1/records/1/rounds/1': () => told })
  const replayed = new Replayed('r1', 1, () => 'Ensuite : piocher.')
  await replayed.show(1, 0, you)
  const { container } = render(tableOf(view).Board, { live: replayed })
  await tick()
  return container
}

beforeEach(async () => {
  await chooseLanguage('fr')
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('a board that is looked at again', () => {
  it('says what happened in the place of what is to do, and offers nothing', async () => {
    for (const view of [room({ table: skyjo() }), jungoRoom({ table: jungo() }), ptitPoisRoom({ table: ptitPois() })]) {
      const board = await show(view, 0)
      expect(board.querySelector('.turn-line .title')).toHaveTextContent('Les cartes sont données.')
      expect(board.querySelector('.turn-line .note')).toHaveTextContent('Ensuite : piocher.')
      expect(board.querySelectorAll('.yours, .legal, [data-answer], button[data-gap]')).toHaveLength(0)
    }
  })

  it('speaks to the reader of the reader’s own seat alone', async () => {
    const hands = [hand('. . .'), hand(HAND), hand('. .'), hand('.')]
    await show(jungoRoom({ table: jungo({ hands, owner: 1, combination: [4], value: 4 }) }), 1)
    expect(screen.queryByText('Ta main')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Inès' })).toBeInTheDocument()
    expect(screen.getByText('posé par Inès', { exact: false, selector: '[aria-hidden]' })).toBeInTheDocument()
  })

  it('does so of a grid and of who finished the round too', async () => {
    const grids = Array.from({ length: 4 }, () => grid('1 2 3 4  5 6 7 8  9 10 11 12'))
    await show(room({ table: skyjo({ grids, finisher: 1, last_lap: [2, 3, 0] }) }), 1)
    expect(screen.getByRole('grid', { name: 'Inès' })).toBeInTheDocument()
    expect(screen.getByText('Dernier tour : Inès a tout retourné')).toBeInTheDocument()
  })

  it('and to the reader of what is the reader’s', async () => {
    await show(jungoRoom({ table: jungo({ owner: 0, combination: [4], value: 4 }) }), 0)
    expect(screen.getByText('Ta main')).toBeInTheDocument()
    expect(screen.getByText('posé par toi', { exact: false, selector: '[aria-hidden]' })).toBeInTheDocument()
  })
})
