/** What a tournament waits for, in sentences (T10). */
import { list, say } from '../words'
import { names, roundName, tablesPhrase } from './names'
import type { MissingSeen, TournamentView } from './wire'

/** What is missing of the rounds that are played or have been. */
export function missingNow(view: TournamentView): MissingSeen[] {
  return view.missing.filter((one) => {
    const round = view.stages.find(({ stage }) => stage === one.stage)?.rounds.find(({ round }) => round === one.round)
    return round?.is_begun ?? false
  })
}

const keyOf = ({ stage, round }: MissingSeen) => `${stage}.${round}`

/** Returns the sentences: sheets round by round, results to confirm and to settle, ties to break. */
export function awaited(view: TournamentView): string[] {
  const found: string[] = []
  const missing = missingNow(view)
  for (const why of ['result', 'entry', 'confirmation', 'conflict'] as const) {
    const ones = missing.filter((one) => one.why === why)
    for (const key of new Set(ones.map(keyOf))) {
      const [stage = 0, round = 0] = key.split('.').map(Number)
      const of = view.stages.find((one) => one.stage === stage)
      const tables = tablesPhrase(ones.filter((one) => keyOf(one) === key).map(({ table }) => table))
      found.push(say(`standing.awaited.${why}`, { tables, round: (of && roundName(of, round)) || say('standing.round', { n: round }) }))
    }
  }
  const name = names(view)
  for (const tie of view.ties)
    found.push(say(`standing.awaited.${tie.by_organiser ? 'decided' : 'tie'}`, { names: list(tie.players.map(name)) }))
  return found
}
