/** What a score sheet says and hears, with the words that the wire tells as mere text. */
import type { Settings } from '../api'
import type * as wire from '../wire/protocol.gen'
import type { EntryForm, Penalty } from './scoring'

export type { Changed, Conflict, Draft, Entry, Player, Round, SheetCommand } from '../wire/protocol.gen'

export type RoundOnSheet = Omit<wire.RoundOnSheet, 'penalty'> & { penalty: Penalty | null }
export type SheetView = Omit<wire.SheetView, 'form' | 'rounds'> & { form: EntryForm; rounds: RoundOnSheet[] }

/** A sheet to make. */
export interface NewSheet {
  game: string
  settings: Settings
  players: wire.Player[] // in order
  at: number // unix seconds
  name: string | null // of who makes it
}

/** Returns a view as the wire has it with those words: the generated types know pairs and words as lists and text. */
export function viewOf(view: wire.SheetView): SheetView {
  return view as unknown as SheetView
}
