/** What a tournament says and hears, with the words and pairs that the wire tells as mere text and lists. */
import type { EntryForm } from '../sheet/scoring'
import type * as wire from '../wire/protocol.gen'

export type {
  EntrySeen,
  FieldSeen,
  LineSeen,
  LinkSeen,
  MissingSeen,
  PlaceSeen,
  PlayerSeen,
  QuestionSeen,
  Result,
  RoundSeen,
  StageSeen,
  StepSeen,
  TableSeen,
  TieSeen,
  TournamentCommand,
} from '../wire/protocol.gen'

/** A table of a round of a stage, each from 1. */
export interface Spot {
  stage: number
  round: number
  table: number
}

export type YouSeen = Omit<wire.YouSeen, 'tables'> & { tables: [stage: number, round: number, table: number][] }
export type TournamentView = Omit<wire.TournamentView, 'form' | 'you'> & { form: EntryForm; you: YouSeen }

/** What a command would change (T9). */
export interface Preview {
  ranks: { player: string; before: number; after: number }[]
  fields: wire.FieldSeen[]
  redrawn: number[]
  ties: wire.TieSeen[]
}

/** Returns a view as the wire has it with those words. */
export function viewOf(view: wire.TournamentView): TournamentView {
  return view as unknown as TournamentView
}

/** Whether the viewer runs the tournament: organiser or arbiter (T12). */
export function isStaff(view: TournamentView): boolean {
  return view.you.roles.includes('organiser') || view.you.roles.includes('arbiter')
}

/** The table of a place, undefined where the viewer sees none. */
export function tableAt(view: TournamentView, { stage, round, table }: Spot): wire.TableSeen | undefined {
  const rounds = view.stages.find((one) => one.stage === stage)?.rounds
  return rounds?.find((one) => one.round === round)?.tables.find((one) => one.table === table)
}
