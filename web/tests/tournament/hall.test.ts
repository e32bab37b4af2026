import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, describe, expect, test } from 'vitest'
import { uplink } from '../../src/sheet/uplink.svelte'
import Hall from '../../src/tournament/Hall.svelte'
import { LiveTournament } from '../../src/tournament/live.svelte'
import type { TournamentView } from '../../src/tournament/wire'
import { serve } from '../server'
import { line, player } from './tournaments'
import { COMMANDS, forget, NOBODY, playing, STREAM, wired } from './wired'

afterEach(async () => {
  await uplink.run()
  await forget()
})

const REGULATION = { title: 'Règlement', version: 1, articles: [{ title: 'Objet', articles: [{ rule: 'T11', text: 'Un tournoi de Skyjo.', note: null }] }] }
const YOU = { ...NOBODY, roles: ['person', 'player'], players: ['player-1'] }

function opened(view: TournamentView) {
  const wire = wired()
  const asked = serve({ [COMMANDS]: () => ({ seq: 3 }), [`/api/tournaments/${STREAM}/regulation`]: () => REGULATION })
  const page = render(Hall, { live: new LiveTournament(STREAM), view })
  return { wire, asked, page }
}

describe('registering oneself (T1, T11)', () => {
  const open = playing({ stages: [], stage: 0, round: 0, places: [], is_open: true })

  test('asks for a name and the acceptance of the regulation, which is there to be read', async () => {
    const { wire } = opened(open)
    const button = screen.getByRole('button', { name: 'M’inscrire' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await fireEvent.input(screen.getByLabelText('Ton nom'), { target: { value: 'Awa' } })
    await fireEvent.click(button)
    expect(wire.sent).toEqual([])
    await fireEvent.click(screen.getByText('Lire le règlement'))
    expect(await screen.findByText('Un tournoi de Skyjo.')).toBeVisible()
    await fireEvent.click(screen.getByText('Lu, j’accepte'))
    await fireEvent.click(button)
    await waitFor(() => expect(wire.sent).toEqual([{ do: 'register', players: [{ player: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'Awa' }], accepts: 1 }]))
  })

  test('sent again it is the same player', async () => {
    const { wire } = opened(open)
    await fireEvent.input(screen.getByLabelText('Ton nom'), { target: { value: 'Awa' } })
    await fireEvent.click(screen.getByRole('checkbox'))
    for (let time = 0; time < 2; time++) {
      await fireEvent.click(screen.getByRole('button', { name: 'M’inscrire' }))
      await waitFor(() => expect(wire.sent).toHaveLength(time + 1))
      await waitFor(() => expect(screen.getByRole('button', { name: 'M’inscrire' })).toHaveAttribute('aria-disabled', 'false'))
    }
    const ids = wire.sent.map((one) => (one as { players: { player: string }[] }).players[0]?.player)
    expect(new Set(ids).size).toBe(1)
  })

  test('a changed regulation is accepted anew, before and after registering', async () => {
    const { page } = opened(open)
    await fireEvent.input(screen.getByLabelText('Ton nom'), { target: { value: 'Awa' } })
    await fireEvent.click(screen.getByRole('checkbox'))
    await page.rerender({ view: { ...open, version: 2 } })
    await waitFor(() => expect(screen.getByRole('checkbox')).not.toBeChecked())
  })

  test('a homonym is warned about and allowed', async () => {
    opened(open)
    await fireEvent.input(screen.getByLabelText('Ton nom'), { target: { value: 'inès' } })
    expect(screen.getByText(/Quelqu’un porte déjà ce nom/)).toBeVisible()
  })

  test('a registered player accepts the version that came since', async () => {
    const { wire } = opened({ ...open, you: YOU, version: 2 })
    await fireEvent.click(screen.getByText('Lire le règlement'))
    await fireEvent.click(await screen.findByText('J’accepte cette version'))
    await waitFor(() => expect(wire.sent).toEqual([{ do: 'accept', players: ['player-1'], version: 2 }]))
  })
})

describe('the hall on a phone', () => {
  test('a player sees the table huge, the seat, with whom, and the badge', () => {
    opened(playing({ you: YOU }))
    expect(screen.getByText('1', { selector: '.table .number' })).toBeVisible()
    expect(screen.getByText(/Siège 2/)).toHaveTextContent('avec Inès et Karim')
    expect(screen.getByText('badge 2')).toBeVisible()
  })

  test('a player tells the table’s round from there', async () => {
    opened(playing({ you: YOU }))
    await fireEvent.click(await screen.findByText('Écrire le résultat de la table'))
    expect((await screen.findAllByRole('tab')).length).toBe(3)
  })

  test('whoever is registered on paper is found by name or badge, and only looked at', async () => {
    opened(playing())
    await fireEvent.input(screen.getByLabelText('Nom ou numéro de badge'), { target: { value: 'lea' } })
    await fireEvent.click(await screen.findByRole('button', { name: /Léa/ }))
    expect(screen.getByText('2', { selector: '.table .number' })).toBeVisible()
    expect(screen.getByText('Tu regardes seulement.')).toBeVisible()
    expect(screen.queryByText('Écrire le résultat de la table')).toBeNull()
    expect(screen.queryByText(/Contester/)).toBeNull()
  })

  test('homonyms are told apart by their badges', async () => {
    const players = [0, 1, 2, 3, 4, 5].map((place) => player(place, place > 3 ? { name: 'Paul Martin', is_homonym: true } : {}))
    opened(playing({ players }))
    await fireEvent.input(screen.getByLabelText('Nom ou numéro de badge'), { target: { value: 'martin' } })
    const found = screen.getAllByRole('button', { name: /Paul Martin/ }).map((one) => one.textContent)
    expect(found).toEqual(['Paul Martin (5)badge 5', 'Paul Martin (6)badge 6'])
  })

  test('what is awaited is told by round and table', () => {
    opened(playing({ missing: [{ stage: 1, round: 1, table: 2, why: 'result' }, { stage: 1, round: 2, table: 1, why: 'result' }, { stage: 1, round: 1, table: 1, why: 'confirmation' }] }))
    const list = within(screen.getByText('On attend').closest('section') as HTMLElement).getAllByRole('listitem')
    expect(list.map((one) => one.textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'Feuilles attendues (manche 1 sur 3) : table 2.',
      'À confirmer par un second joueur (manche 1 sur 3) : table 1.',
    ])
  })

  test('the standings wait for a whole round, and are hidden behind the curtain', async () => {
    const { page } = opened(playing())
    expect(screen.getByText(/Le classement vient quand la première manche est rendue/)).toBeVisible()
    const [first] = playing().stages
    await page.rerender({ view: playing({ stages: [{ ...first!, after: 1, closed: [line(0, 1, 5), line(1, 1, 5)] }] }) })
    expect(screen.getAllByText('ex æquo')).toHaveLength(2)
    expect(screen.getByRole('heading', { name: 'Qualification, après 1 manche' })).toBeVisible()
    await page.rerender({ view: playing({ is_hidden: true, stages: [{ ...first!, standing: [] }] }) })
    expect(screen.getByText('Le classement se dévoile à la fin.')).toBeVisible()
  })

  test('who plays no more is told why', () => {
    const players = [0, 1, 2, 3, 4, 5].map((place) => player(place, place === 1 ? { out: 'disqualified' } : {}))
    opened(playing({ you: YOU, players, places: [] }))
    expect(screen.getByText('Tu ne joues plus : disqualification.')).toBeVisible()
  })
})
