/** What is next in a tournament: one step at a time, from what the server says is missing, tied or changed. */
import { TILES } from '../../games'
import type { EntrySeen, FieldSeen, StageSeen, TieSeen, TournamentView } from '../wire'

export type Step =
  | { kind: 'questions'; n: number } // points that the regulation leaves open
  | { kind: 'register'; n: number; low: number }
  | { kind: 'check_in'; n: number; low: number } // too few are here
  | { kind: 'accept'; n: number } // of those who are here
  | { kind: 'draw'; n: number; away: number }
  | { kind: 'show'; stage: StageSeen }
  | { kind: 'begin'; stage: StageSeen; round: number }
  | { kind: 'conflict'; stage: StageSeen; round: number; tables: number[] }
  | { kind: 'contestation'; entry: EntrySeen; n: number }
  | { kind: 'results'; stage: StageSeen; round: number; tables: number[]; isDue: boolean; isLastLap: boolean }
  | { kind: 'confirm'; stage: StageSeen; round: number; tables: number[] }
  | { kind: 'field'; field: FieldSeen }
  | { kind: 'tie'; tie: TieSeen }
  | { kind: 'next_stage' }
  | { kind: 'finish'; winners: string[] }
  | { kind: 'over'; winners: string[] }

/** Returns the contestations that nobody has decided yet. */
export function openContestations(log: readonly EntrySeen[]): EntrySeen[] {
  const decided = new Set(
    log.filter(({ what, stands }) => stands && (what === 'decision' || what === 'disqualification')).map(({ follows }) => follows),
  )
  return log.filter(({ what, stands, number }) => what === 'contestation' && stands && !decided.has(number))
}

/** Returns the players who are here and have not accepted the regulation as it is now. */
export function notAccepted(view: TournamentView): string[] {
  return view.players.filter((one) => one.is_here && one.out === null && one.accepted !== view.version).map(({ id }) => id)
}

/** The last stage that is no tie-break. */
export function mainStage(view: TournamentView): StageSeen | undefined {
  return view.stages.findLast(({ kind }) => kind !== 'tie_break')
}

/** Returns what is to be done next; `isPast` says whether a time of the server has come, for a round's clock. */
export function nextStep(view: TournamentView, isPast: (time: number) => boolean): Step {
  if (view.is_over) return { kind: 'over', winners: winners(view) }
  if (view.stages.length === 0) return beforeDraw(view)
  const hidden = view.stages.find(({ is_shown }) => !is_shown)
  if (hidden) return { kind: 'show', stage: hidden }
  return decision(view) ?? playing(view, isPast) ?? between(view)
}

function beforeDraw(view: TournamentView): Step {
  const low = TILES.find(({ name }) => name === view.game)?.seats[0] ?? 2
  const open = view.questions.filter(({ is_answered }) => !is_answered).length
  if (open) return { kind: 'questions', n: open }
  const coming = view.players.filter(({ out }) => out === null)
  if (coming.length < low) return { kind: 'register', n: coming.length, low }
  const here = coming.filter(({ is_here }) => is_here).length
  if (here < low) return { kind: 'check_in', n: coming.length - here, low }
  const unaccepted = notAccepted(view).length
  if (unaccepted) return { kind: 'accept', n: unaccepted }
  return { kind: 'draw', n: coming.length, away: coming.length - here }
}

// What only the organiser or an arbiter can settle comes before what the tables do by themselves.
function decision(view: TournamentView): Step | null {
  const conflict = view.missing.find(({ why }) => why === 'conflict')
  const stage = view.stages.find((one) => one.stage === conflict?.stage)
  if (conflict && stage) {
    const { round } = conflict
    const tables = view.missing.filter((one) => one.why === 'conflict' && one.stage === stage.stage && one.round === round)
    return { kind: 'conflict', stage, round, tables: tables.map(({ table }) => table) }
  }
  const open = openContestations(view.log)
  return open[0] ? { kind: 'contestation', entry: open[0], n: open.length } : null
}

function playing(view: TournamentView, isPast: (time: number) => boolean): Step | null {
  for (const stage of view.stages) {
    const waits = view.missing.filter((one) => one.stage === stage.stage)
    if (waits.length === 0) continue
    const begun = stage.rounds.filter(({ is_begun }) => is_begun)
    for (const { round, ends, tables } of begun) {
      const here = waits.filter((one) => one.round === round)
      const due = here.filter(({ why }) => why !== 'confirmation').map(({ table }) => table)
      if (due.length) {
        const late = tables.filter(({ table }) => due.includes(table))
        const isDue = late.some((one) => isPast(one.ends ?? ends ?? Infinity))
        return { kind: 'results', stage, round, tables: due, isDue, isLastLap: late.every(({ is_last_lap }) => is_last_lap) }
      }
      if (here.length) return { kind: 'confirm', stage, round, tables: here.map(({ table }) => table) }
    }
    return { kind: 'begin', stage, round: begun.length + 1 }
  }
  return null
}

function between(view: TournamentView): Step {
  if (view.fields[0]) return { kind: 'field', field: view.fields[0] }
  if (view.ties[0]) return { kind: 'tie', tie: view.ties[0] }
  if (view.settings['final'] === true && mainStage(view)?.kind !== 'final') return { kind: 'next_stage' }
  return { kind: 'finish', winners: winners(view) }
}

function winners(view: TournamentView): string[] {
  return view.ranking.filter(({ rank, total, out }) => rank === 1 && total !== null && out === null).map(({ player }) => player)
}
