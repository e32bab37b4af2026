import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '../../src/refused'
import Day from '../../src/day/Day.svelte'
import Days from '../../src/day/Days.svelte'
import { loadWords } from '../../src/language.svelte'
import { network } from '../../src/network.svelte'
import { here } from '../../src/router.svelte'
import type { DayView, PersonSeen } from '../../src/wire/protocol.gen'
import { socket, type Follower } from '../../src/wire/socket.svelte'
import { serve } from '../server'
import { tournament } from '../tournament/tournaments'

const DAY = 'd12345678901234567890'
const SKYJO = 't12345678901234567890'
const JUNGO = 't22345678901234567890'

function person(number: number, name: string, changes: Partial<PersonSeen> = {}): PersonSeen {
  return { id: `player-${number}`, name, number, is_here: false, is_paid: false, is_homonym: false, plays: [SKYJO], is_you: false, ...changes }
}
function view(changes: Partial<DayView> = {}): DayView {
  return {
    ...{ kind: 'day', day: DAY, short: 'ABCDEF', name: 'Fête du jeu', roles: ['organiser', 'person'], is_open: false },
    people: [person(1, 'Inès Faure'), person(2, 'Hugo Lô', { is_here: true, is_homonym: true })],
    tournaments: [
      { tournament: SKYJO, is_told: true, refused: null },
      { tournament: JUNGO, is_told: false, refused: null },
    ],
    ...changes,
  }
}

/** Stands for the server's socket: shows the day and its tournaments, remembers what is sent. */
function follow(day: DayView, refusal: Error | null = null) {
  const sent: unknown[] = []
  const views: Record<string, unknown> = {
    [DAY]: day,
    [SKYJO]: tournament({ tournament: SKYJO, name: 'Coupe Skyjo' }),
    [JUNGO]: tournament({ tournament: JUNGO, game: 'jungo', name: 'Coupe Jungo' }),
  }
  vi.spyOn(socket, 'follow').mockImplementation((stream: string, follower: Follower) => {
    follower.update({ t: 'update', stream, seq: 1, happened: [], view: views[stream] as never }, false)
    return () => {}
  })
  vi.spyOn(socket, 'send').mockImplementation((_: string, command: unknown) => {
    sent.push(command)
    return refusal ? Promise.reject(refusal) : Promise.resolve({} as never)
  })
  return sent
}

beforeEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([loadWords('day'), loadWords('lobby')])
  network.reached()
  serve({ [`/api/days/${DAY}/clashes`]: () => ({ clashes: [] }), '/api/me/tournaments': () => ({ tournaments: [] }) })
})

describe('a day', () => {
  test('has one list with a column for each tournament, checked in and paid once for all', async () => {
    const sent = follow(view())
    render(Day, { day: DAY })
    await fireEvent.click(await screen.findByRole('button', { name: /^Là\s: Inès Faure$/ }))
    await fireEvent.click(screen.getByRole('button', { name: /^Payé\s: Inès Faure$/ }))
    await fireEvent.click(screen.getByRole('button', { name: /^Coupe Jungo\s: Inès Faure$/ }))
    expect(sent).toEqual([
      { do: 'check_in_person', player: 'player-1', is_here: true },
      { do: 'pay_day', player: 'player-1', is_paid: true },
      { do: 'set_plays', player: 'player-1', tournament: JUNGO, is_in: true },
    ])
    expect(screen.getByRole('button', { name: /^Là\s: Hugo Lô$/ })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('homonyme')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Coupe Skyjo/ })).toHaveAttribute('href', `/tournament/${SKYJO}`)
  })

  test('takes somebody new, in for all tournaments but those that are put off', async () => {
    const sent = follow(view())
    render(Day, { day: DAY })
    await fireEvent.input(await screen.findByLabelText('Prénom et nom'), { target: { value: ' Zoé Périé ' } })
    await fireEvent.click(screen.getAllByRole('button', { name: 'Coupe Jungo' })[0] as HTMLElement)
    await fireEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
    expect(sent[0]).toMatchObject({ do: 'add_people', people: [{ name: 'Zoé Périé' }], plays: [SKYJO] })
    await waitFor(() => expect(screen.getByLabelText('Prénom et nom')).toHaveValue(''))
  })

  test('warns about who is wanted at two tables', async () => {
    serve({
      [`/api/days/${DAY}/clashes`]: () => ({ clashes: [{ player: 'player-1', places: [[SKYJO, 1], [JUNGO, 2]] }] }),
      '/api/me/tournaments': () => ({ tournaments: [] }),
    })
    follow(view())
    render(Day, { day: DAY })
    expect(await screen.findByText(/Inès Faure est attendu·e à deux tables\s: Coupe Skyjo \(table 1\) et Coupe Jungo \(table 2\)\./)).toBeInTheDocument()
  })

  test('says why a tournament does not take the list, and lets it go', async () => {
    const sent = follow(view({ tournaments: [{ tournament: SKYJO, is_told: false, refused: 'day_players' }] }))
    render(Day, { day: DAY })
    expect(await screen.findByText(/Des joueurs y sont déjà inscrits/)).toBeInTheDocument()
    await fireEvent.click(screen.getByRole('button', { name: 'Retirer de la journée' }))
    expect(sent).toEqual([{ do: 'remove_tournament', tournament: SKYJO }])
  })

  test('is found by name or badge, renamed, and struck off by pressing twice', async () => {
    const people = Array.from({ length: 9 }, (_, at) => person(at + 1, `Nom ${'abcdefghi'[at]}`))
    const sent = follow(view({ people }))
    render(Day, { day: DAY })
    await fireEvent.input(await screen.findByLabelText('Chercher un nom ou un badge'), { target: { value: '7' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Modifier Nom g' }))
    expect(screen.queryByRole('button', { name: 'Modifier Nom a' })).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Rayer de la liste' }))
    expect(sent).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Oui, rayer de la liste' }))
    expect(sent).toEqual([{ do: 'strike_off', player: 'player-7' }])
  })

  test('lets somebody put themselves on the list from their phone, once it is open', async () => {
    const sent = follow(view({ roles: [], is_open: true }))
    render(Day, { day: DAY })
    await fireEvent.input(await screen.findByLabelText('Prénom et nom'), { target: { value: 'Zoé' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Coupe Skyjo' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Je m’inscris' }))
    expect(sent[0]).toMatchObject({ do: 'join_day', name: 'Zoé', plays: [SKYJO] })
    expect(screen.queryByRole('button', { name: /^Payé/ })).toBeNull()
  })

  test('says what was refused', async () => {
    follow(view(), new Refused('organiser_only', 'Pas toi.'))
    render(Day, { day: DAY })
    await fireEvent.click(await screen.findByRole('button', { name: /^Là\s: Inès Faure$/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Pas toi.')
  })
})

describe('the days', () => {
  test('lists one’s own, and makes a new one', async () => {
    const asked = serve({
      '/api/me/days': () => ({ days: [{ day: DAY, name: 'Fête', people: 12, tournaments: 3, is_organiser: true, at: 10 }] }),
      '/api/days': () => ({ day: DAY, short: 'ABCDEF' }),
    })
    render(Days)
    expect(await screen.findByRole('link', { name: /Fête\s*12 personnes · 3 tournois/ })).toHaveAttribute('href', `/day/${DAY}`)
    await fireEvent.input(screen.getByLabelText('Nom de la journée'), { target: { value: ' Samedi ' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Créer la journée' }))
    await waitFor(() => expect(here.path).toBe(`/day/${DAY}`))
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Samedi' })
  })
})
