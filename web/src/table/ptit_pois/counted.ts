/** A closed round of P'tit Pois in words: why a score is not its sum, and how the round came out (P9). */
import { say } from '../../words'
import type { PtitPoisView, RoomView } from '../../wire/protocol.gen'
import { roundOf } from '../round'
import { nameOf, namesOf } from '../seats'

/** Returns what became of the finisher's score where it is not its sum, and that sum; null for every other seat. */
export function penalty(view: RoomView, seat: number): { sum: number; why: string; isGood?: boolean } | null {
  const found = roundOf(view, 'ptit_pois')?.penalty
  if (found?.seat !== seat || found.before === found.after) return null
  const why = say(`table.ptit_pois.penalty.${reasonOf(found)}`, { lowest: found.lowest })
  return { sum: found.before, why, isGood: found.after < found.before }
}

type Penalty = NonNullable<PtitPoisView['penalty']>

// A finisher who shares the lowest sum may be protected (P9): it is the lowest, and the tie is said.
function reasonOf(found: Penalty): 'lowest' | 'lowest_tied' | 'tied' | 'beaten' {
  if (found.reason === 'lowest') return found.before === found.lowest ? 'lowest_tied' : 'lowest'
  return found.reason === 'tied' ? 'tied' : 'beaten'
}

/** Returns how the closed round came out: what counts, and why the finisher's points count nothing or double. */
export function summary(view: RoomView): string {
  const table = roundOf(view, 'ptit_pois')
  const closed = view.rounds.at(-1)
  if (!table || !closed || table.step !== 'over') return ''
  return [say('table.ptit_pois.penalty.why'), finished(view, table)].filter(Boolean).join(' ')
}

function finished(view: RoomView, table: PtitPoisView): string {
  if (table.truncated) return say('table.ptit_pois.penalty.truncated', { n: table.turns })
  const found = table.penalty
  if (!found) return table.finisher === null ? '' : say('table.ptit_pois.penalty.nobody')
  const others = table.sums.flatMap((sum, seat) => (seat !== found.seat && sum === found.lowest ? [seat] : []))
  const reason = `why_${reasonOf(found)}` as const
  return say(`table.ptit_pois.penalty.${found.seat === view.you ? (`${reason}_you` as const) : reason}`, {
    name: nameOf(view, found.seat),
    names: namesOf(view, others),
    sum: found.before,
    lowest: found.lowest,
  })
}
