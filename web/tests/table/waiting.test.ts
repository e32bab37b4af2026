import { render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spoken } from '../../src/announce.svelte'
import { chooseLanguage } from '../../src/language.svelte'
import { comings } from '../../src/table/comings'
import { markOf, meanwhile } from '../../src/table/meanwhile'
import TurnLine from '../../src/table/TurnLine.svelte'
import { freeSeats, presenceName } from '../../src/table/waiting'
import type { RoomView } from '../../src/wire/protocol.gen'
import { socket } from '../../src/wire/socket.svelte'
import { closed, room, skyjo } from './table'
import { friends, watched } from './friends'

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()

let clock: number
beforeEach(async () => {
  await chooseLanguage('fr')
  vi.useFakeTimers()
  clock = 1_000
  vi.spyOn(socket, 'now').mockImplementation(() => clock)
})
afterEach(() => vi.restoreAllMocks())

function pass(seconds: number): void {
  clock += seconds
  vi.advanceTimersByTime(300)
  flushSync()
}

describe('the turn line', () => {
  const show = (view: RoomView, isYours = false) =>
    render(TurnLine, { view, title: 'Inès réfléchit…', note: 'Départage.', isYours })
  const line = () => plain(document.querySelector('.turn-line')?.textContent)
  const wait = (more = {}) => ({ seats: [1], until: 1_023, why: 'move', then: 'bot', ...more })

  it('names who is awaited, until when and what comes then', () => {
    show(friends({ wait: wait() }))
    expect(line()).toBe('On attend Inès Puis un robot joue. 0:23')
  })

  it.each([
    ['neutral', 'Puis le jeu avance sans attendre.'],
    ['withdraw', 'Puis cette place sort du jeu.'],
  ])('says what %s means', (then, words) => {
    show(friends({ wait: wait({ then }) }))
    expect(line()).toContain(words)
  })

  it('says that somebody thinks where the wait has no end of its own', () => {
    show(friends({ wait: wait({ until: null, then: null }) }))
    expect(line()).toBe('Inès réfléchit… Départage.')
  })

  it('counts down by the server’s clock, with one timer for all clocks', () => {
    const begun = vi.spyOn(globalThis, 'setInterval')
    show(friends({ wait: wait() }))
    render(TurnLine, { view: friends({ wait: wait() }), title: '', note: '', isYours: false })
    flushSync()
    expect(begun).toHaveBeenCalledTimes(1)
    pass(3)
    expect(screen.getAllByRole('timer').map((timer) => timer.textContent)).toEqual(['0:20', '0:20'])
    pass(100)
    expect(screen.getAllByRole('timer')[0]).toHaveTextContent('0:00')
  })

  it('lets the last ten seconds stand out, and says so once to whom is awaited', () => {
    const times = spoken.times
    show(friends({ wait: wait({ seats: [0] }) }), true)
    flushSync()
    expect(screen.getByRole('timer')).not.toHaveClass('last')
    expect(spoken.times).toBe(times)
    pass(13)
    expect(screen.getByRole('timer')).toHaveClass('last')
    expect(line()).toBe('Inès réfléchit… Ensuite, un robot joue pour toi. 0:10')
    expect(plain(spoken.text)).toBe('Plus que 10 secondes. Ensuite, un robot joue pour toi.')
    pass(1)
    pass(1)
    expect(spoken.times).toBe(times + 1)
  })

  it('leaves the wait for others to them while a bot plays in one’s own place', () => {
    show(friends({ wait: wait() }), true)
    expect(line()).toBe('Inès réfléchit… Départage.')
  })

  it('is late by as much as the table for who is kept behind', () => {
    show(watched(friends({ wait: wait(), options: { delay: 30 } })))
    expect(screen.getByRole('timer')).toHaveTextContent('0:53')
  })
})

describe('how a seat is there', () => {
  it.each([
    [{ is_here: false }, 'n’est plus en ligne'],
    [{ is_here: false, is_away: true }, 'un robot joue'],
    [{ has_withdrawn: true, is_away: true }, 'place laissée'],
    [{}, ''],
  ])('%o is said', (change, words) => {
    expect(presenceName(friends({}, [], { 1: change }), 1)).toBe(words)
  })

  it('is nothing to say of a bot', () => {
    expect(presenceName(room(), 1)).toBe('')
  })
})

describe('bots’ seats that may be taken', () => {
  const open = { options: { joins_bots: true } }

  it('are those of a running game, where the host allows it, for who has none', () => {
    expect(freeSeats(watched(friends(open)))).toEqual([3])
    expect(freeSeats(watched(friends()))).toEqual([])
    expect(freeSeats(watched(friends({ options: { joins_bots: true, is_locked: true } })))).toEqual([])
    expect(freeSeats(watched(friends({ ...open, stage: 'over' })))).toEqual([])
    expect(freeSeats(friends(open))).toEqual([])
    expect(freeSeats(watched(friends(open, [], { 3: { has_withdrawn: true } })))).toEqual([])
  })
})

describe('comings and goings', () => {
  const told = (change: object, was: object = {}) =>
    comings(friends({}, [], { 1: was }), friends({}, [], { 1: change })).map(plain)

  it.each([
    [{ is_here: false }, {}, 'Inès n’est plus en ligne.'],
    [{}, { is_here: false }, 'Inès est de retour.'],
    [{ is_away: true }, { is_here: false }, 'Un robot joue pour Inès.'],
    [{}, { is_away: true }, 'Inès a repris sa place.'],
    [{ has_withdrawn: true }, {}, 'Inès a laissé sa place.'],
    [{}, { kind: 'bot' }, 'Inès prend la place d’un robot.'],
    [{ wishes_pause: true }, {}, 'Inès aimerait une pause.'],
  ])('%o after %o', (change, was, words) => {
    expect(told(change, was)).toEqual([words])
  })

  it('tell who is host now', () => {
    const other = friends({}, [], { 0: { is_host: false }, 1: { is_host: true } })
    expect(comings(friends(), other).map(plain)).toEqual(['Inès a maintenant le rôle d’hôte.'])
    expect(comings(other, friends()).map(plain)).toEqual(['Tu as maintenant le rôle d’hôte.'])
  })

  it('tell of a pause and its end', () => {
    const paused = friends({ is_paused: true }, [], { 1: { wishes_pause: true } })
    expect(comings(friends(), paused)).toEqual(['La partie est en pause.'])
    expect(comings(paused, friends())).toEqual(['La partie reprend.'])
  })

  it('are nothing where seats are still being chosen', () => {
    expect(comings(friends({ stage: 'lobby' }), friends({}, [], { 1: { is_here: false } }))).toEqual([])
  })
})

describe('what a page missed', () => {
  const since = (view: RoomView) => plain(meanwhile(markOf(friends()), view))

  it('is told in one sentence', () => {
    expect(since(friends())).toBe('')
    expect(since(friends({ table: skyjo({ turns: 7 }) }))).toBe('Pendant ce temps : 3 tours ont été joués.')
    expect(since(closed())).toBe('Pendant ce temps : 1 manche s’est finie.')
    expect(since(closed({ round: 4, stage: 'play', table: skyjo({ turns: 1 }) }))).toBe(
      'Pendant ce temps : 1 manche s’est finie et la manche 4 a commencé.',
    )
    expect(since(closed({ stage: 'over' }))).toBe('Pendant ce temps : 1 manche s’est finie et la partie s’est finie.')
    expect(since(friends({ number: 2 }))).toBe('Pendant ce temps : une nouvelle partie a commencé.')
    expect(since(friends({}, [], { 0: { is_away: true } }))).toBe('Pendant ce temps : un robot joue à ta place.')
  })
})
