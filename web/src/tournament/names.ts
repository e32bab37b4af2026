/** What things of a tournament are called: players, stages, rounds, tables. */
import { list, say } from '../words'
import type { StageSeen, TournamentView } from './wire'

/** Returns how players are called by id; of one whose name another has too, with the number of the badge (T1). */
export function names(view: TournamentView): (player: string) => string {
  const known = new Map(
    view.players.map(({ id, name, number, is_homonym }) => [id, is_homonym ? say('standing.homonym', { name, n: number }) : name]),
  )
  return (player) => known.get(player) ?? say('standing.nobody')
}

type Kind = 'qualification' | 'semi_final' | 'final' | 'tie_break'
type Out = 'dropped' | 'forfeit' | 'disqualified'

/** The name of a stage: Qualification, Finale; of a tie-break, whose tie it is. */
export function stageName(view: TournamentView, stage: StageSeen): string {
  const name = say(`standing.stage.${stage.kind as Kind}`)
  const of = view.stages.find((one) => one.stage === stage.of)
  return of ? say('standing.tie_of', { name, stage: say(`standing.stage.${of.kind as Kind}`) }) : name
}

/** The name of a round within its stage: manche 2 sur 3; the only round of a stage has none. */
export function roundName(stage: StageSeen, round: number): string {
  const [, word = '', most = '0'] = /^(\w+)\((\d+)\)$/.exec(stage.end) ?? []
  if (word !== 'rounds') return say('standing.round', { n: round })
  return Number(most) > 1 ? say('standing.round_of', { n: round, most: Number(most) }) : ''
}

/** Stage and round in one: Qualification, manche 2 sur 3. */
export function roundTitle(view: TournamentView, stage: StageSeen, round: number): string {
  return [stageName(view, stage), roundName(stage, round)].filter(Boolean).join(', ')
}

/** Why somebody plays no more, in a word. */
export function outWord(out: string): string {
  return say(`standing.out.${out as Out}`)
}

/** Tables by their numbers in one phrase: table 3; tables 3 et 7. */
export function tablesPhrase(tables: readonly number[]): string {
  return say('standing.tables', { n: tables.length, which: list(tables.map(String)) })
}
