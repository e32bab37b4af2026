import { render, screen } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { network } from '../../src/network.svelte'
import Tables from '../../src/pages/Tables.svelte'
import { serve } from '../server'

beforeEach(() => network.reached())

const TABLE = { room: 'a', game: 'skyjo', seats: ['Inès'], round: 2, your_turn: false, over: false, at: 1_790_000_000 }

describe('my games', () => {
  test('lists them, the latest first, to resume or to look back at', async () => {
    serve({ '/api/me/tables': () => ({ tables: [TABLE, { ...TABLE, room: 'b', over: true, at: TABLE.at + 60 }] }) })
    render(Tables)
    const links = await screen.findAllByRole('link', { name: /Skyjo avec Inès/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/table/b', '/table/a'])
    expect(links[0]).toHaveTextContent(/terminée.*Revoir/)
    expect(links[1]).toHaveTextContent(/les autres jouent.*Reprendre/)
  })

  test('leads to the analysis of a game that is over, if a round of it was played', async () => {
    const over = { ...TABLE, over: true }
    serve({ '/api/me/tables': () => ({ tables: [TABLE, { ...over, room: 'b' }, { ...over, room: 'c', round: 0 }] }) })
    render(Tables)
    const links = await screen.findAllByRole('link', { name: 'Analyse' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/table/b/analysis'])
  })

  test('says of a table where people gather that they do', async () => {
    serve({ '/api/me/tables': () => ({ tables: [{ ...TABLE, seats: [], round: 0 }] }) })
    render(Tables)
    const link = await screen.findByRole('link', { name: /Skyjo, table sans autre joueur/ })
    expect(link).toHaveTextContent('on s’installe')
    expect(link).not.toHaveTextContent('Manche')
  })

  test('says that there are none yet', async () => {
    serve({ '/api/me/tables': () => ({ tables: [] }) })
    render(Tables)
    expect(await screen.findByText('Aucune partie sur cet appareil.')).toBeInTheDocument()
  })
})
