import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, describe, expect, test } from 'vitest'
import { network } from '../../src/network.svelte'
import { all } from '../../src/sheet/device'
import { uplink } from '../../src/sheet/uplink.svelte'
import { Refused } from '../../src/refused'
import TablePage from '../../src/tournament/TablePage.svelte'
import type { Result, TournamentView } from '../../src/tournament/wire'
import { serve, Status } from '../server'
import { at, COMMANDS, forget, NOBODY, playing, STREAM, wired } from './wired'

afterEach(async () => {
  await uplink.run()
  await forget()
})

const OWN = { ...NOBODY, roles: ['person', 'table'], tables: [[1, 1, 1]] } as TournamentView['you']
const RESULT: Result = {
  entries: { 'player-0': { total: 12 }, 'player-1': { total: 5 }, 'player-2': { total: 9 } },
  finisher: 'player-0',
  is_unknown: false,
}
const written = (own: Result | null) => ({ ...OWN, written: [{ stage: 1, round: 1, table: 1, result: RESULT, scores: {}, own }] })
const reported = (own: Result | null, state = 'reported') => at(playing({ you: written(own) }), 1, { state, result: RESULT })

/** Opens the page by a table's link, whose token is good. */
async function opened(view: TournamentView = playing({ you: OWN })) {
  const wire = wired()
  history.replaceState(null, '', `/tournament/${STREAM}/t#token-1`)
  render(TablePage, { tournament: STREAM })
  await waitFor(() => expect(wire.isFollowed()).toBe(true))
  wire.tell(playing())
  await waitFor(() => expect(wire.sent).toEqual([{ do: 'use_link', token: 'token-1' }]))
  wire.tell(view, 2)
  return wire
}
/** Writes a total for each player, and who finished. */
async function write(totals: readonly string[], finisher = 'Inès'): Promise<void> {
  for (const [place, total] of totals.entries()) {
    await fireEvent.click(screen.getAllByRole('tab')[place] as HTMLElement)
    await screen.findByRole('group', { name: 'Clavier' })
    const alone = screen.queryByText('Total seul')
    if (alone) await fireEvent.click(alone)
    const pad = screen.getByRole('group', { name: 'Clavier' })
    for (const digit of total) await fireEvent.click(within(pad).getByText(digit))
  }
  await fireEvent.click(within(screen.getByRole('group', { name: /Qui a fini/ })).getByText(finisher))
}

describe('a table’s phone (T9, T12)', () => {
  test('shows the table of its link with its players in seat order; the token leaves the address', async () => {
    await opened()
    expect(await screen.findByRole('heading', { name: 'Table 1' })).toBeVisible()
    expect(screen.getByText('Qualification, manche 1 sur 3')).toBeVisible()
    expect(screen.getAllByRole('tab').map((tab) => tab.querySelector('.text')?.textContent)).toEqual(['Inès', 'Hugo', 'Karim'])
    expect(location.hash).toBe('')
  })

  test('says so where a link is wrong or was revoked', async () => {
    const wire = wired(() => Promise.reject(new Refused('link_over', 'Ce lien ne vaut plus.')))
    history.replaceState(null, '', `/tournament/${STREAM}/t#wrong`)
    render(TablePage, { tournament: STREAM })
    await waitFor(() => expect(wire.isFollowed()).toBe(true))
    wire.tell(playing())
    expect(await screen.findByText('Ce lien ne vaut plus.')).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('says so where its link is revoked while it is open', async () => {
    const wire = await opened()
    await screen.findByRole('heading', { name: 'Table 1' })
    wire.tell(playing(), 3)
    expect(await screen.findByText('Ce lien ne vaut plus.')).toBeVisible()
  })

  test('says what misses, then what the finisher pays, before anything is sent', async () => {
    await opened()
    await screen.findByRole('heading', { name: 'Table 1' })
    const send = screen.getByRole('button', { name: /Envoyer le résultat/ })
    expect(send).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Il manque les points de 3 joueurs et qui a fini.')).toBeVisible()
    await write(['12', '5', '9'])
    expect(await screen.findByText('Inès : 12 devient 24 (×2 : pas le plus bas).')).toBeVisible()
    expect(send).toHaveAttribute('aria-disabled', 'false')
  })

  test('tells the result once, and waits for somebody else to confirm', async () => {
    const asked = serve({ [COMMANDS]: () => ({ seq: 3 }) })
    const wire = await opened()
    await screen.findByRole('heading', { name: 'Table 1' })
    await write(['12', '5', '9'])
    await fireEvent.click(screen.getByRole('button', { name: /Envoyer/ }))
    await waitFor(() => expect(asked.map(({ body }) => body['command'])).toEqual([{ do: 'report', stage: 1, round: 1, table: 1, result: RESULT }]))
    wire.tell(reported(RESULT), 3)
    expect(await screen.findByText(/Un autre joueur de la table vérifie et confirme/)).toBeVisible()
    expect(screen.queryByText('Oui, je confirme')).toBeNull() // nobody confirms what they told themselves
    await waitFor(async () => expect(await all('queue')).toEqual([]))
    expect(await all('halves')).toEqual([])
  })

  test('offers another phone to confirm what was told, with the same result', async () => {
    const asked = serve({ [COMMANDS]: () => ({ seq: 4 }) })
    await opened(reported(null))
    const told = await screen.findByText('à confirmer')
    expect(told).toBeVisible()
    expect(screen.getByText('24')).toBeVisible()
    await fireEvent.click(screen.getByText('Oui, je confirme'))
    await waitFor(() => expect(asked[0]?.body['command']).toEqual({ do: 'report', stage: 1, round: 1, table: 1, result: RESULT }))
  })

  test('takes up what was told, where it is not so, and sends another result', async () => {
    const asked = serve({ [COMMANDS]: () => ({ seq: 4 }) })
    await opened(reported(null))
    await fireEvent.click(await screen.findByText('Ce n’est pas ça'))
    expect(screen.getByText(/Si les deux diffèrent, l’organisateur tranche/)).toBeVisible()
    await fireEvent.click(await screen.findByRole('button', { name: 'Effacer' }))
    await fireEvent.click(within(screen.getByRole('group', { name: 'Clavier' })).getByText('3'))
    await fireEvent.click(screen.getByRole('button', { name: /Envoyer/ }))
    await waitFor(() => expect(asked[0]?.body).toMatchObject({ command: { result: { entries: { 'player-0': { total: 13 } } } } }))
  })

  test('tells of two results calmly, and lets whoever was mistaken mend theirs', async () => {
    const mine = { ...RESULT, entries: { ...RESULT.entries, 'player-1': { total: 6 } } }
    await opened(reported(mine, 'conflict'))
    expect(await screen.findByText(/Vérifiez ensemble/)).toBeVisible()
    await fireEvent.click(screen.getByText('Corriger le mien'))
    expect(screen.getAllByRole('tab').map((tab) => tab.querySelector('.state')?.textContent?.trim())).toEqual(['+12', '+6', '+9'])
  })

  test('a result that counts is shown behind the curtain too: it is no secret at its own table', async () => {
    const view = { ...reported(RESULT, 'confirmed'), is_hidden: true }
    await opened(at(view, 1, { result: null }))
    expect(await screen.findByText('rendue')).toBeVisible()
    expect(screen.getByText('24')).toBeVisible()
  })

  test('keeps what is told without a network, and sends it once when that is back', async () => {
    serve({ [COMMANDS]: null, '/api/me': null })
    await opened()
    await screen.findByRole('heading', { name: 'Table 1' })
    network.lost({ retry: false })
    await write(['12', '5', '9'])
    await fireEvent.click(screen.getByRole('button', { name: /Envoyer/ }))
    expect(await screen.findByText(/Gardé sur ce téléphone/)).toBeVisible()
    expect(await screen.findByText('Réseau coupé : 1 saisie partira à son retour.')).toBeVisible()
    const asked = serve({ [COMMANDS]: () => ({ seq: 3 }) })
    network.reached()
    await waitFor(() => expect(asked).toHaveLength(1))
    await uplink.run()
    expect(asked).toHaveLength(1)
  })

  test('asks about a result for a neighbour’s table before it is sent again', async () => {
    let isRefused = true
    const refused = new Status(409, { code: 'result_elsewhere', sentence: 'C’est la table 2.' })
    const asked = serve({ [COMMANDS]: () => (isRefused ? refused : { seq: 3 }) })
    await opened()
    await screen.findByRole('heading', { name: 'Table 1' })
    await fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
    await fireEvent.click(await screen.findByText('Écrire pour une autre table'))
    await fireEvent.click(await screen.findByRole('button', { name: '2' }))
    expect(await screen.findByText(/Tu écris pour la table 2/)).toBeVisible()
    await write(['1', '2', '3'], 'Léa')
    await fireEvent.click(screen.getByRole('button', { name: /Envoyer/ }))
    const sure = await screen.findByText('Oui, table 2')
    isRefused = false
    await fireEvent.click(sure)
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ command: { table: 2, is_sure: true } }))
    expect(asked[0]?.body['id']).not.toBe(asked.at(-1)?.body['id'])
  })

  test('a refusal is told with its sentence and can be put away', async () => {
    serve({ [COMMANDS]: () => new Status(409, { code: 'table_over', sentence: 'La table 1 ne joue plus.' }) })
    await opened(reported(null))
    await fireEvent.click(await screen.findByText('Oui, je confirme'))
    expect(await screen.findByText('La table 1 ne joue plus.')).toBeVisible()
    await fireEvent.click(screen.getByText('Compris'))
    await waitFor(() => expect(screen.queryByText('La table 1 ne joue plus.')).toBeNull())
  })

  test('calls the arbiter with whom it is about and what happened (T7)', async () => {
    const asked = serve({ [COMMANDS]: () => ({ seq: 3 }) })
    const wire = await opened()
    await fireEvent.click(await screen.findByText('Contester devant l’arbitre'))
    const dialog = await screen.findByRole('dialog')
    await fireEvent.click(within(dialog).getByText('Appeler l’arbitre'))
    expect(asked).toEqual([]) // nothing is said yet
    await fireEvent.click(within(dialog).getByLabelText('Hugo'))
    await fireEvent.input(within(dialog).getByLabelText('Que s’est-il passé ?'), { target: { value: 'Une carte regardée' } })
    await fireEvent.click(within(dialog).getByText('Appeler l’arbitre'))
    await waitFor(() =>
      expect(asked[0]?.body['command']).toEqual({ do: 'contest', stage: 1, round: 1, table: 1, players: ['player-1'], facts: 'Une carte regardée' }),
    )
    const entry = { number: 1, at: 0, by: null, stage: 1, round: 1, table: 1, players: ['player-1'], facts: 'Une carte regardée', decision: '', stands: true }
    wire.tell(playing({ you: { ...OWN, raised: [{ ...entry, what: 'contestation', follows: null }] } }), 3)
    expect(await screen.findByText('L’arbitre est prévenu.')).toBeVisible()
    const decided = { ...entry, number: 2, what: 'decision', facts: '', decision: 'Rien à redire', follows: 1 }
    wire.tell(playing({ you: { ...OWN, raised: [{ ...entry, what: 'contestation', follows: null }, decided] } }), 4)
    expect(await screen.findByText(/Rien à redire/)).toBeVisible()
  })

  test('leaves out of the entry who plays no more', async () => {
    const view = playing({ you: OWN })
    const players = view.players.map((one) => (one.id === 'player-1' ? { ...one, out: 'disqualified' } : one))
    await opened({ ...view, players })
    expect((await screen.findAllByRole('tab')).map((tab) => tab.querySelector('.text')?.textContent)).toEqual(['Inès', 'Karim'])
  })

  test('tells the last lap and that a draw is not shown yet', async () => {
    const wire = await opened(at(playing({ you: OWN }), 1, { is_last_lap: true }))
    expect(await screen.findByText('Dernier tour')).toBeVisible()
    wire.tell(playing({ you: OWN, stages: [] }), 3)
    expect(await screen.findByText(/Le tirage n’est pas encore affiché/)).toBeVisible()
  })
})
