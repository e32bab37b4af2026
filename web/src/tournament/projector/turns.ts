/**
 * What the projector shows, turn by turn, of what everybody may see (T13). Nothing here looks at a clock or changes: the
 * page asks for the turns anew whenever it turns, so that what is shown holds still in between.
 */
import { fairLines } from '../fair'
import type { StageSeen, TournamentView } from '../wire'

export type Turn = { key: string; seconds: number } & (
  | { kind: 'welcome' }
  | { kind: 'seats'; from: number; to: number; page: number; pages: number }
  | { kind: 'clock' }
  | { kind: 'standing'; stage: number; from: number; to: number } // places in its fair standing
  | { kind: 'curtain' }
  | { kind: 'reveal'; from: number; to: number; shown: number } // places in the ranking; of them, the last ones
  | { kind: 'podium'; rank: number } // from this rank down it is shown
  | { kind: 'ranking'; from: number; to: number }
)

/** What is going on, in a word: with another one the projector begins anew. */
export type Phase = 'welcome' | 'seats' | 'round' | 'curtain' | 'reveal' | 'over'

export const SEATS = 48 // names a page
export const LINES = 10 // of a standing
export const PODIUM = 3 // ranks
const REVEAL = 90 // seconds at most for all who are not on the podium
const SLOWEST = 2.5 // seconds a line

/** Returns the phase; `revealed`: the final ranking has been revealed already. */
export function phaseOf(view: TournamentView, revealed: boolean): Phase {
  if (view.is_over) return view.is_hidden ? 'curtain' : revealed ? 'over' : 'reveal'
  const round = roundOf(view)
  if (!round) return 'welcome'
  return round.is_begun ? 'round' : 'seats'
}

/** The stage that is played. */
export function stageOf(view: TournamentView): StageSeen | undefined {
  return view.stages.find(({ stage }) => stage === view.stage)
}
/** The round that is played. */
export function roundOf(view: TournamentView) {
  return stageOf(view)?.rounds.find(({ round }) => round === view.round)
}
/** The stage whose standing tells something: the one played, in a tie-break the one whose tie it breaks. */
export function rankedStage(view: TournamentView): StageSeen | undefined {
  const stage = stageOf(view)
  return stage?.of == null ? stage : view.stages.find(({ stage: number }) => number === stage.of)
}

/** Returns the turns of a phase, which begin anew after the last; those of the reveal come once. */
export function turnsOf(view: TournamentView, phase: Phase): Turn[] {
  switch (phase) {
    case 'welcome':
      return [{ key: 'welcome', kind: 'welcome', seconds: 10 }]
    case 'seats':
      return [...seats(view), ...standing(view)]
    case 'round':
      return [{ key: 'clock', kind: 'clock', seconds: 12 }, ...standing(view), ...seats(view)]
    case 'curtain':
      return [{ key: 'curtain', kind: 'curtain', seconds: 10 }]
    case 'reveal':
      return reveal(view)
    case 'over':
      return [{ key: 'podium', kind: 'podium', rank: 1, seconds: 20 }, ...ranking(view)]
  }
}

/** Cuts so many things into pages of about the same size. */
export function pagesOf(count: number, most: number): [from: number, to: number][] {
  const pages = Math.max(1, Math.ceil(count / most))
  const cut = (page: number) => Math.round((page * count) / pages)
  return Array.from({ length: pages }, (_, page) => [cut(page), cut(page + 1)])
}

function seats(view: TournamentView): Turn[] {
  const pages = pagesOf(view.places.length, SEATS)
  return pages.map(([from, to], at) => ({ key: `seats.${at}`, kind: 'seats', from, to, page: at + 1, pages: pages.length, seconds: 14 }))
}

function standing(view: TournamentView): Turn[] {
  const stage = rankedStage(view)
  const lines = stage && !view.is_hidden ? fairLines(stage) : []
  if (!stage || !lines.length) return []
  return pagesOf(lines.length, LINES).map(([from, to]) => ({
    ...{ key: `standing.${from}`, kind: 'standing' as const, stage: stage.stage, from, to, seconds: 10 },
  }))
}

function ranking(view: TournamentView): Turn[] {
  return pagesOf(view.ranking.length, LINES).map(([from, to]) => ({ key: `ranking.${from}`, kind: 'ranking' as const, from, to, seconds: 12 }))
}

/** From the last to the first, page by page and line by line, then the podium rank by rank. */
function reveal(view: TournamentView): Turn[] {
  const lines = view.ranking
  const first = lines.findIndex((line) => line.rank > PODIUM || line.total === null)
  const below = first < 0 ? lines.length : first
  const count = lines.length - below
  const pace = Math.min(SLOWEST, REVEAL / Math.max(1, count))
  const found: Turn[] = []
  for (const [from, to] of count ? pagesOf(count, LINES).toReversed() : []) {
    for (let shown = 1; shown <= to - from; shown++) {
      const isLast = shown === to - from
      found.push({
        ...{ key: `reveal.${from}`, kind: 'reveal', from: below + from, to: below + to, shown },
        seconds: isLast ? Math.max(pace, 3) : pace,
      })
    }
  }
  const ranks = [...new Set(lines.slice(0, below).map(({ rank }) => rank))].toReversed()
  for (const rank of ranks) found.push({ key: 'podium', kind: 'podium', rank, seconds: rank === 1 ? 20 : 6 })
  return found
}
