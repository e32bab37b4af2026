import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import Projector from '../../src/tournament/Projector.svelte'
import { pagesOf, phaseOf, turnsOf, type Turn } from '../../src/tournament/projector/turns'
import type { TournamentView } from '../../src/tournament/wire'
import { line, player, stage } from './tournaments'
import { at, forget, playing, STREAM, wired } from './wired'

afterEach(forget)

const many = (count: number): Partial<TournamentView> => ({
  players: Array.from({ length: count }, (_, place) => player(place)),
  places: Array.from({ length: count }, (_, place) => ({ player: `player-${place}`, name: `Nom ${place}`, table: 1, seat: 1 })),
})
const kinds = (turns: readonly Turn[]) => [...new Set(turns.map(({ kind }) => kind))]
const begun = (view: TournamentView, is_begun: boolean): TournamentView => ({
  ...view,
  stages: view.stages.map((one) => ({ ...one, rounds: one.rounds.map((two) => ({ ...two, is_begun: is_begun && two.round === 1 })) })),
})
/** One that is over, with so many in its ranking. */
const over = (count: number, changes: Partial<TournamentView> = {}): TournamentView =>
  playing({
    ...many(count),
    is_over: true,
    ranking: Array.from({ length: count }, (_, place) => line(place, place + 1, place)),
    stages: [stage([], { standing: Array.from({ length: count }, (_, place) => line(place, place + 1, place)), after: 3 })],
    ...changes,
  })

describe('what the projector turns through (T13)', () => {
  test('names fill pages of at most 48, each about as full', () => {
    expect(pagesOf(120, 48)).toEqual([[0, 40], [40, 80], [80, 120]])
    expect(pagesOf(48, 48)).toEqual([[0, 48]])
    expect(pagesOf(0, 48)).toEqual([[0, 0]])
  })

  test('before the draw it welcomes, then it shows seats, and the clock once a round is begun', () => {
    expect(phaseOf(playing({ stages: [], stage: 0, round: 0 }), false)).toBe('welcome')
    expect(phaseOf(begun(playing(), false), false)).toBe('seats')
    expect(kinds(turnsOf(begun(playing(many(120)), false), 'seats'))).toEqual(['seats'])
    expect(phaseOf(playing(), false)).toBe('round')
    expect(kinds(turnsOf(playing(), 'round'))).toEqual(['clock', 'seats'])
  })

  test('standings come once a round is in at all tables, as they were then', () => {
    const [first] = playing().stages
    const fair = [line(0, 1, 5), line(1, 2, 9)]
    const view = playing({ stages: [{ ...first!, after: 1, closed: fair }] })
    expect(turnsOf(view, 'round').filter(({ kind }) => kind === 'standing')).toEqual([
      { key: 'standing.0', kind: 'standing', stage: 1, from: 0, to: 2, seconds: 10 },
    ])
    expect(kinds(turnsOf({ ...view, is_hidden: true }, 'round'))).not.toContain('standing')
  })

  test('the ranking stays behind the curtain until it is opened', () => {
    expect(phaseOf(over(9, { is_hidden: true, ranking: [] }), false)).toBe('curtain')
    expect(phaseOf(over(9), false)).toBe('reveal')
    expect(phaseOf(over(9), true)).toBe('over')
  })

  test('the final ranking is revealed from the last to the first, the podium at the end', () => {
    const turns = turnsOf(over(14), 'reveal')
    const shown = turns.flatMap((turn) => (turn.kind === 'reveal' ? [turn.to - turn.shown] : []))
    expect(shown).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(turns.slice(-3).map((turn) => turn.kind === 'podium' && turn.rank)).toEqual([3, 2, 1])
  })

  test('a reveal of 120 takes no more than some minutes, and never hurries a few', () => {
    const seconds = (count: number) => turnsOf(over(count), 'reveal').reduce((sum, turn) => sum + turn.seconds, 0)
    expect(seconds(120)).toBeLessThan(180)
    expect(Math.min(...turnsOf(over(9), 'reveal').map((turn) => turn.seconds))).toBeGreaterThanOrEqual(2)
  })

  test('whoever shares a rank is revealed together, and who has no total is never on the podium', () => {
    const ranking = [line(0, 1, 3), line(1, 1, 3), line(2, 3, null, { out: 'disqualified' })]
    const turns = turnsOf(over(3, { ranking }), 'reveal')
    expect(turns.map((turn) => (turn.kind === 'podium' ? turn.rank : turn.kind))).toEqual(['reveal', 1])
  })
})

describe('the projector', () => {
  async function opened(view: TournamentView) {
    const wire = wired()
    const page = render(Projector, { tournament: STREAM })
    await waitFor(() => expect(wire.isFollowed()).toBe(true))
    wire.tell(view)
    await waitFor(() => expect(page.container.querySelector('[data-page]')?.getAttribute('data-page')).toBeTruthy())
    const kind = () => page.container.querySelector('[data-page]')?.getAttribute('data-page')
    return { wire, page, kind }
  }
  const right = () => fireEvent.keyDown(window, { key: 'ArrowRight' })

  test('follows as nobody in particular, whoever opened it', async () => {
    const { wire } = await opened(playing())
    expect(wire.asked).toEqual([{ isPublic: true }])
  })

  test('shows names by column with their tables', async () => {
    await opened(begun(playing(), false))
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent?.replace(/\s+/g, ' ').trim())).toContain('Inès Table 11')
  })

  test('what is entered elsewhere moves nothing before the next turn; the clock alone is now', async () => {
    const { wire, page, kind } = await opened(at(playing(), 1, {}))
    expect(kind()).toBe('clock')
    await screen.findAllByText('en jeu')
    wire.tell(at(playing(), 1, { state: 'confirmed' }), 2)
    await tick()
    expect(screen.queryByText('rendue')).toBeNull()
    wire.tell(at(playing(), 1, { state: 'confirmed', is_last_lap: true }), 3)
    wire.tell(at(at(playing(), 1, { is_last_lap: true, state: 'confirmed' }), 2, { is_last_lap: true }), 4)
    expect(await screen.findByText('Dernier tour')).toBeVisible()
    for (let turn = 0; turn < 2; turn++) await right()
    expect(kind()).toBe('clock')
    expect(await screen.findByText('rendue')).toBeVisible()
    page.unmount()
  })

  test('turns by itself, holds at the space bar, and goes back by the arrow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { kind } = await opened(playing())
    expect(kind()).toBe('clock')
    await vi.advanceTimersByTimeAsync(12_100)
    expect(kind()).toBe('seats')
    await fireEvent.keyDown(document.body, { key: ' ' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(kind()).toBe('seats')
    await fireEvent.keyDown(window, { key: 'ArrowLeft' })
    expect(kind()).toBe('clock')
  })

  test('reveals place by place, and ends on the podium', async () => {
    const { page, kind } = await opened(over(5))
    expect(kind()).toBe('reveal')
    const revealed = () => [...page.container.querySelectorAll('[data-revealed]')].map((one) => one.getAttribute('data-revealed'))
    await waitFor(() => expect(revealed()).toEqual(['5']))
    await right()
    await waitFor(() => expect(revealed()).toEqual(['4', '5']))
    const podium = () => [...page.container.querySelectorAll('[data-podium]')].map((one) => one.getAttribute('data-podium'))
    await right()
    await waitFor(() => expect(podium()).toEqual(['3']))
    expect(page.container.textContent).not.toContain('Inès') // the winner, still to come
    await right()
    await right()
    await waitFor(() => expect(podium()).toEqual(['2', '1', '3']))
    expect(screen.getByText('Inès')).toBeVisible()
    await right()
    await waitFor(() => expect(kind()).toBe('podium'))
    await right()
    await waitFor(() => expect(kind()).toBe('ranking'))
  })

  test('gives the page its own light back when it goes', async () => {
    document.documentElement.dataset['theme'] = 'dark'
    const { page } = await opened(playing())
    expect(document.documentElement.dataset['theme']).toBe('light')
    page.unmount()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    delete document.documentElement.dataset['theme']
  })
})
