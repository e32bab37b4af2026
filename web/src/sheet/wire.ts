/** What a score sheet says and hears, as `src/tablee/sheet/wire.py` has it. */
import type { Settings } from '../api'
import type { EntryForm, Penalty, Scores } from './scoring'

export interface Entry {
  total?: number | null
  cards?: number[] | null
  count?: number | null
  main?: number | null
  row?: number | null
  left?: number | null
}
export interface Player {
  id: string
  name: string
  version?: string
}
export interface Round {
  entries: Record<string, Entry>
  finisher?: string | null
  is_unknown?: boolean
}
export interface NewSheet {
  do: 'new_sheet'
  game: string
  settings: Settings
  players: Player[]
  at: number
  rounds?: Round[]
  tie_breaks?: number[]
  gone?: string[]
  is_ended?: boolean
}
export type SheetCommand =
  | { do: 'enter'; round: string; number: number; player: string; entry: Entry | null; seen: Entry | null }
  | {
      do: 'finish'
      round: string
      number: number
      finisher: string | null
      is_unknown: boolean
      seen: string | null
      seen_unknown: boolean
    }
  | { do: 'close'; round: string; number: number; content: Round; is_tie_break: boolean }
  | { do: 'edit'; round: string; content: Round; seen: Round }
  | { do: 'delete'; round: string; seen: Round }
  | { do: 'undo'; change: number }
  | { do: 'redo'; change: number }
  | { do: 'rename'; player: string; name: string; version: string; seen: string }
  | { do: 'reorder'; players: string[]; seen: string[] }
  | { do: 'add_player'; player: Player }
  | { do: 'drop_player'; player: string }
  | { do: 'set_length'; end: string; seen: string }
  | { do: 'end_sheet' }
  | { do: 'reopen' }
  | { do: 'settle'; conflict: number; keep: string }
  | { do: 'invite_writer'; proof: string }
  | { do: 'become_writer'; token: string }

export interface RoundOnSheet {
  id: string
  number: number
  content: Round
  sums: Scores
  scores: Scores
  penalty: Penalty | null
  first: number
  is_tie_break: boolean
}
export interface Draft {
  id: string
  number: number
  content: Round
}
export interface Changed {
  number: number
  at: number
  by: string | null
  what: string
  round: string | null
  player: string | null
  old: string | null
  new: string | null
  is_undone: boolean
  undone_by: string | null
  undone_at: number | null
}
export interface Conflict {
  number: number
  what: string
  round: string | null
  against: string | null
  player: string | null
  standing: string | null
  other: string | null
  by: string | null
  at: number
  keep: string[]
}
export interface SheetView {
  kind: 'sheet'
  sheet: string
  short: string
  game: string
  settings: Settings
  code: string
  form: EntryForm
  lowest_wins: boolean
  started: number
  players: Player[]
  gone: string[]
  joined: Record<string, number>
  rounds: RoundOnSheet[]
  draft: Draft | null
  left: Draft[]
  totals: Scores
  ranks: number[]
  leaders: number[]
  first: number | null
  ended: string | null
  is_tie: boolean
  tied: number[]
  is_host: boolean
  may_write: boolean
  writers: (string | null)[]
  changes: Changed[]
  undo: number | null
  redo: number | null
  conflicts: Conflict[]
}
