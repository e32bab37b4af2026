/** What things of a tournament are called: players, stages, rounds, tables, and how far a table is. */
import type { IconName } from '../icons'
import { list, say } from '../words'
import type { StageSeen, TableSeen, TournamentView } from './wire'

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

export interface TableState {
  icon: IconName
  word: string
  tone: 'good' | 'warn' | 'bad' | 'plain'
}

/** How far a table is, as an icon and a word; `isDue`: its time is up. */
export function tableState(table: TableSeen, isBegun: boolean, isDue: boolean): TableState {
  switch (table.state) {
    case 'confirmed':
      return { icon: 'check', word: say('standing.state.confirmed'), tone: 'good' }
    case 'reported':
      return { icon: 'people', word: say('standing.state.reported'), tone: 'plain' }
    case 'conflict':
      return { icon: 'flag', word: say('standing.state.conflict'), tone: 'bad' }
    case 'stopped':
      return { icon: 'pause', word: say('standing.state.stopped'), tone: 'plain' }
    default:
      if (!isBegun) return { icon: 'clock', word: say('standing.state.coming'), tone: 'plain' }
      return isDue
        ? { icon: 'warning', word: say('standing.state.due'), tone: 'warn' }
        : { icon: 'clock', word: say('standing.state.playing'), tone: 'plain' }
  }
}

/** Tables by their numbers in one phrase: table 3; tables 3 et 7. */
export function tablesPhrase(tables: readonly number[]): string {
  return say('standing.tables', { n: tables.length, which: list(tables.map(String)) })
}
