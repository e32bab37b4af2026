/** In which order seats are listed, and who leads, from what the view says. */
import { number, say } from '../words'
import type { RoomView } from '../wire/protocol.gen'
import { endingOf, nameOf, namesOf } from './seats'

/** Returns the seats of the last closed round by its scores, the best first; seats without a score come last. */
export function byScore(view: RoomView, lowestFirst = true): number[] {
  const scores = view.rounds.at(-1)?.scores ?? []
  const key = (seat: number) => {
    const score = scores[seat]
    return score == null ? Infinity : lowestFirst ? score : -score
  }
  return view.seats.map((_, seat) => seat).toSorted((a, b) => key(a) - key(b) || a - b)
}

/** Returns the seats by rank once the game is over. */
export function byRank(view: RoomView): number[] {
  const rank = (seat: number) => view.ranks[seat] ?? Infinity
  return view.seats.map((_, seat) => seat).toSorted((a, b) => rank(a) - rank(b) || a - b)
}

/** Returns how far the game is and who leads: "Limite 100 · Hugo mène avec 51". */
export function progress(view: RoomView): string {
  const { word, number: limit } = endingOf(view)
  const counted = view.rounds.filter((round) => !round.is_tie_break).length
  const far =
    word === 'points'
      ? say('table.scores.limit', { n: limit })
      : say('table.scores.round_of', { n: counted, total: limit })
  const [leader, ...others] = view.leaders
  if (leader === undefined) return far
  const total = number(view.totals[leader] ?? 0)
  if (others.length) return `${far} · ${say('table.scores.lead_tied', { names: namesOf(view, view.leaders), total })}`
  const lead =
    leader === view.you
      ? say('table.scores.lead_you', { total })
      : say('table.scores.lead', { name: nameOf(view, leader), total })
  return `${far} · ${lead}`
}
