/**
 * A table's round as the score sheet's own entry components take it: a sheet of one round, whose players sit in seat
 * order. The running totals are those of the stage. What is written becomes a result of the table (T9, K4–K8).
 */
import type { RoundProgress } from '../sheet/progress'
import type { SheetView } from '../sheet/wire'
import { tableAt, type Result, type Spot, type TableSeen, type TournamentView } from './wire'

/** Who plays at a table: those out of the tournament only where what stands there names them. */
export function playersAt(view: TournamentView, table: TableSeen): string[] {
  const out = new Set(view.players.filter((player) => player.out !== null).map(({ id }) => id))
  const named = new Set([...Object.keys(table.result?.entries ?? {}), ...table.reports.flatMap(({ entries }) => Object.keys(entries))])
  return table.players.filter((id) => !out.has(id) || named.has(id))
}

/** Returns the sheet of a table's round, without who is absent; `name` says how a player is called. Null where the viewer sees no such table. */
export function sheetAt(view: TournamentView, spot: Spot, name: (player: string) => string, absent: readonly string[] = []): SheetView | null {
  const table = tableAt(view, spot)
  const stage = view.stages.find((one) => one.stage === spot.stage)
  if (!table || !stage) return null
  const present = playersAt(view, table).filter((id) => !absent.includes(id))
  const line = (id: string) => stage.standing.find(({ player }) => player === id)
  const ranks = present.map((id) => line(id)?.rank ?? 0)
  const totals = present.map((id) => (line(id)?.scores.some((score) => score !== null) ? (line(id)?.total ?? null) : null))
  const best = Math.min(...ranks)
  const isBegun = stage.standing.some(({ scores }) => scores.some((score) => score !== null)) // nobody leads at 0 to 0
  return {
    ...{ kind: 'sheet', sheet: view.tournament, short: '', game: view.game, code: '', started: 0 },
    settings: { ...view.settings, end: 'rounds(1)', tie: 'shared' },
    ...{ form: view.form, lowest_wins: view.lowest_wins },
    players: present.map((id) => ({ id, name: name(id) })),
    ...{ gone: [], joined: {}, rounds: [], draft: null, left: [], totals, ranks },
    leaders: ranks.flatMap((rank, place) => (isBegun && rank === best && rank > 0 && totals[place] !== null ? [place] : [])),
    ...{ first: null, ended: null, is_tie: false, tied: [] },
    ...{ is_host: true, may_write: true, writers: [null], own: 0, changes: [], undo: null, redo: null, conflicts: [] },
  }
}

/** Returns a sheet whose players' names are short enough for its tabs. */
export function withShortNames(sheet: SheetView): SheetView {
  const short = shortened(sheet.players.map(({ name }) => name))
  return { ...sheet, players: sheet.players.map((player, place) => ({ ...player, name: short[place] ?? player.name })) }
}

/** Returns full names as there is room for in a tab, Paul M. (2), where none at the table is called so too. */
export function shortened(all: readonly string[]): string[] {
  const short = all.map((name) => name.replace(/^(\S+) (?:.* )?([^\s(])\S*((?: \(\d+\))?)$/, '$1 $2.$3'))
  return all.map((name, at) => (short.filter((one) => one === short[at]).length > 1 ? name : (short[at] ?? name)))
}

/** Returns what was written of a round as the result of its table. */
export function resultOf({ content, finisher, isUnknown }: RoundProgress): Result {
  return { entries: content.entries, finisher, is_unknown: isUnknown }
}
