/** Where a game stands: totals, ranks, end and ties of its rounds, as `tablee.counting` has them in Python. */
import type { Settings } from '../api'
import { count, countsCards, ending, plus, type Counted, type Scores } from './scoring'
import type { Entry } from './wire'

/** A closed round as it was written. */
export interface Played {
  entries: (Entry | null)[]
  finisher: number | null
  is_tie_break: boolean
}

export interface Standing {
  rounds: Counted[]
  firsts: number[] // who began each round
  totals: Scores
  ranks: number[]
  leaders: number[]
  ended: string | null
  tied: number[] // among whom a tie-break round is due (G7)
  first: number | null // who begins the next round
}

const MOST_TIE_BREAKS = 3 // G7

/** Returns whether the lowest total wins (S10, P11); in Jungo the most rounds won do (J12). */
export function lowestWins(game: string, settings: Settings): boolean {
  return game !== 'jungo' || countsCards(settings)
}

/**
 * Returns where a game of so many players stands, judged anew (K3, K6). `gone` are the places of those who dropped out
 * (G5); `isEnded` says that the host has ended the game (G3). Throws `Impossible`.
 */
export function standing(
  game: string,
  settings: Settings,
  players: number,
  rounds: readonly Played[],
  gone: readonly number[] = [],
  isEnded = false,
): Standing {
  const places = Array.from({ length: players }, (_, place) => place)
  const inPlay = places.filter((place) => !gone.includes(place))
  const lowest = lowestWins(game, settings)
  const counted: Counted[] = []
  const firsts: number[] = []
  for (const played of rounds) {
    const one = count(game, settings, played.entries, played.finisher)
    counted.push({ ...one, scores: withMissed(lowest, one.scores, played, gone) })
    const playing = places.filter((place) => played.entries[place])
    firsts.push(nextFirst(firsts, playing.length ? playing : places, players))
  }

  const isBreak = (at: number) => (rounds[at] as Played).is_tie_break
  const scored = counted.filter((_, at) => !isBreak(at)) // those that make the totals
  const breaks: Scores[] = [] // tie-breaks that decide something
  const sums = places.map((place) => scored.map((one) => one.scores[place] ?? 0).reduce(plus, 0))
  const sign = lowest ? 1 : -1
  const isIn = (place: number) => inPlay.includes(place)
  const keyOf = (place: number, tieBreaks: Scores[]) => [
    sign * (sums[place] as number),
    ...tieBreaks.map((scores) => sign * (scores[place] ?? 0)),
  ]
  const ranksNow = () => rank(places.map((place) => (isIn(place) ? keyOf(place, breaks) : null)))

  let ended = inPlay.length < 2 ? 'too_few' : null
  let tied: number[] = []
  const reason = ended === null && scored.length ? endReached(settings, inPlay.map((place) => sums[place] as number), scored.length) : null
  if (reason !== null) {
    const settle = () => {
      const ranks = ranksNow()
      const first = places.filter((place) => ranks[place] === 1)
      const isDue = settings['tie'] === 'tie_break' && first.length >= 2 && breaks.length < MOST_TIE_BREAKS
      tied = isDue ? first : []
    }
    const last = rounds.findLastIndex((played) => !played.is_tie_break)
    for (const one of counted.slice(last + 1)) {
      settle()
      // A tie-break that followed upon another tie than there is decides nothing: rounds may have been corrected since.
      const playing = places.filter((place) => one.scores[place] !== null && isIn(place))
      if (!tied.length || String(playing) !== String(tied)) break
      breaks.push(one.scores)
    }
    settle()
    ended = tied.length ? null : reason
  }
  if (isEnded && ended !== 'too_few') {
    tied = []
    ended = reason ?? 'ended'
  }

  const best = Math.min(...inPlay.map((place) => sign * (sums[place] as number)))
  return {
    rounds: counted,
    firsts,
    totals: places.map((place) => (isIn(place) ? (sums[place] as number) : null)),
    ranks: ranksNow(),
    leaders: scored.length ? inPlay.filter((place) => sign * (sums[place] as number) === best) : [],
    ended,
    tied,
    first: ended === null ? nextFirst(firsts, tied.length ? tied : inPlay, players) : null,
  }
}

// As in a tournament (T8): a round missed counts as the worst score of it.
function withMissed(lowest: boolean, scores: Scores, played: Played, gone: readonly number[]): Scores {
  if (played.is_tie_break) return scores
  const known = scores.filter((score) => score !== null)
  const worst = lowest ? Math.max(...known) : Math.min(...known)
  return scores.map((score, place) => (score === null && !gone.includes(place) ? worst : score))
}

/** Player 1 begins, then by rotation among those who play (K2). */
function nextFirst(firsts: readonly number[], among: readonly number[], players: number): number {
  const before = firsts.at(-1) ?? players - 1
  for (let step = 1; step <= players; step++) {
    const place = (before + step) % players
    if (among.includes(place)) return place
  }
  return 0
}

/** Equal keys share a rank and use up places (S10); those without a key come last (G5). */
function rank(keys: (number[] | null)[]): number[] {
  return keys.map((key) => 1 + keys.filter((other) => isBefore(other, key)).length)
}

function isBefore(one: number[] | null, other: number[] | null): boolean {
  if (one === null || other === null) return one !== null && other === null
  const at = one.findIndex((value, place) => value !== other[place])
  return at >= 0 && (one[at] as number) < (other[at] as number)
}

/** Why a game has ended after so many rounds, null while it goes on (S10). */
function endReached(settings: Settings, totals: number[], rounds: number): string | null {
  const [word, number] = ending(settings)
  if (word === 'rounds') return rounds >= number ? word : null
  return Math.max(...totals) >= number ? word : null
}
