/** A tournament's stream for the page's tests, in the place of the socket; and a device that forgets between them. */
import 'fake-indexeddb/auto'
import { vi } from 'vitest'
import { loadWords } from '../../src/language.svelte'
import { network } from '../../src/network.svelte'
import { all, remove } from '../../src/sheet/device'
import { entryForm } from '../../src/sheet/scoring'
import type { TournamentView } from '../../src/tournament/wire'
import { socket, type Follower } from '../../src/wire/socket.svelte'
import { OFFICIAL } from '../sheet/sheets'
import { line, player, round, stage, table, tournament } from './tournaments'

export const STREAM = 't12345678901234567890'
export const COMMANDS = `/api/tournaments/${STREAM}/commands`

await Promise.all(['standing', 'at_table', 'told', 'hall', 'projector', 'sheet', 'sheets'].map(loadWords))

/** Puts a stream in the place of the socket's; `answer` is what a command gets. */
export function wired(answer: () => Promise<unknown> = () => Promise.resolve({ t: 'reply', id: '', seq: 2 })) {
  const sent: unknown[] = []
  const asked: unknown[] = []
  let follower: Follower | null = null
  vi.spyOn(socket, 'follow').mockImplementation((_, one, how) => {
    asked.push(how)
    follower = one
    return () => (follower = null)
  })
  vi.spyOn(socket, 'send').mockImplementation((_, command) => {
    sent.push(command)
    return answer() as never
  })
  const tell = (view: TournamentView, seq = 1) =>
    follower?.update({ t: 'update', stream: STREAM, seq, happened: [], view: view as never }, false)
  return { sent, asked, tell, gone: (sentence: string) => follower?.gone(sentence), isFollowed: () => follower !== null }
}

/** Forgets all that the device keeps. */
export async function forget(): Promise<void> {
  vi.restoreAllMocks()
  for (const { id } of await all('tournaments')) await remove('tournaments', id)
  for (const { n } of await all('queue')) await remove('queue', n)
  for (const { sheet } of await all('halves')) await remove('halves', sheet)
  network.reached()
  history.replaceState(null, '', '/')
}

export const NOBODY = { roles: ['person'], players: [], tables: [], written: [], raised: [] } as TournamentView['you']

/** A tournament of six at two tables in its first round of three, as somebody sees it who has no part in it. */
export function playing(changes: Partial<TournamentView> = {}): TournamentView {
  const settings = { ...OFFICIAL, multiplier: 2 }
  const tables = () => [table(1, [0, 1, 2]), table(2, [3, 4, 5])]
  const rounds = [1, 2, 3].map((number) => round(number, tables(), { is_begun: number === 1 }))
  return tournament({
    ...{ settings, form: entryForm('skyjo', settings), you: NOBODY, stage: 1, round: 1 },
    players: [0, 1, 2, 3, 4, 5].map((place) => player(place)),
    stages: [stage(rounds, { standing: [0, 1, 2, 3, 4, 5].map((place) => line(place, 1, 0, { scores: [null, null, null], table: place < 3 ? 1 : 2 })) })],
    places: [0, 1, 2, 3, 4, 5].map((place) => ({ player: `player-${place}`, name: player(place).name, table: place < 3 ? 1 : 2, seat: (place % 3) + 1 })),
    missing: [1, 2, 3].flatMap((number) => [1, 2].map((at) => ({ stage: 1, round: number, table: at, why: 'result' }))),
    ...changes,
  })
}

/** The view with a table of the first round changed. */
export function at(view: TournamentView, number: number, changes: Parameters<typeof table>[2]): TournamentView {
  const [first, ...others] = view.stages
  if (!first) return view
  const rounds = first.rounds.map((one) =>
    one.round === 1 ? { ...one, tables: one.tables.map((two) => (two.table === number ? { ...two, ...changes } : two)) } : one,
  )
  return { ...view, stages: [{ ...first, rounds }, ...others] }
}
