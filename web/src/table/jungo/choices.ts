/**
 * What the viewer may do now, from the text forms of `decision.legal`: draw, pass, discard, take, throw, insert 0,
 * play 2-4, jungo, jungo with 2-3; `as 2` names the value where only doubles are played. Places count from 0 here.
 */

/** Neighbours in the hand, both ends included. */
export interface Run {
  from: number
  to: number
}

/** A combination that may be played. */
export interface Play {
  action: string
  run: Run | null // cards of the hand; null for the drawn card alone
  value: number // that it is played as
  count: number // cards, the drawn one included
}

export interface Choices {
  draw: boolean
  pass: boolean
  discard: boolean
  take: boolean
  throw: boolean
  gaps: ReadonlyMap<number, string> // the action that a gap stands for
  plays: readonly Play[]
}

const PLAY = /^(?:play (\d+)-(\d+)|jungo(?: with (\d+)-(\d+))?)(?: as (\d))?$/

/** Returns the choices of a list of legal actions, for a hand and the drawn card. */
export function choices(legal: readonly string[], hand: readonly (number | null)[], held: number | null): Choices {
  const gaps = new Map<number, string>()
  const plays: Play[] = []
  for (const action of legal) {
    const [, gap] = /^insert (\d+)$/.exec(action) ?? []
    if (gap) gaps.set(Number(gap), action)
    const play = playOf(action, hand, held)
    if (play) plays.push(play)
  }
  return {
    draw: legal.includes('draw'),
    pass: legal.includes('pass'),
    discard: legal.includes('discard'),
    take: legal.includes('take'),
    throw: legal.includes('throw'),
    gaps,
    plays,
  }
}

/** Returns the combination that an action plays, null where it plays none. */
export function playOf(action: string, hand: readonly (number | null)[], held: number | null): Play | null {
  const found = PLAY.exec(action)
  if (!found) return null
  const [, from = found[3], to = found[4], , , named] = found
  const run = from && to ? { from: Number(from) - 1, to: Number(to) - 1 } : null
  const cards = run ? hand.slice(run.from, run.to + 1) : []
  if (action.startsWith('jungo')) cards.push(held)
  // Where a single value is among the cards, it is the combination's; where there are doubles only, it is named.
  const single = cards.find((card) => card !== null && card < 9)
  return { action, run, value: Number(named ?? single ?? 0), count: cards.length }
}

/** Whether a run has a card. */
export function has(run: Run | null, card: number): boolean {
  return run !== null && run.from <= card && card <= run.to
}

/** Whether two runs are the same cards. */
export function isSame(a: Run | null, b: Run | null): boolean {
  return a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to)
}

/**
 * Returns the run that is chosen after a touch on a card: the run up to that card where it may be played, the one
 * without it where the card was an end of it, else the shortest that may be played with it; null chooses nothing.
 */
export function pick(plays: readonly Play[], chosen: Run | null, card: number): Run | null {
  const runs = plays.flatMap(({ run }) => run ?? [])
  const find = (wanted: Run) => runs.find((run) => isSame(run, wanted)) ?? null
  if (chosen && has(chosen, card)) {
    if (card === chosen.to) return find({ from: chosen.from, to: card - 1 })
    if (card === chosen.from) return find({ from: card + 1, to: chosen.to })
  } else if (chosen) {
    const wider = find({ from: Math.min(chosen.from, card), to: Math.max(chosen.to, card) })
    if (wider) return wider
  }
  const length = ({ from, to }: Run) => to - from
  const around = runs.filter((run) => has(run, card)).toSorted((a, b) => length(a) - length(b) || b.from - a.from)
  return around[0] ?? null
}

/** Returns the plays of exactly one run, one a value that a run of doubles may have. */
export function playsOf(plays: readonly Play[], chosen: Run | null): Play[] {
  return plays.filter(({ run }) => isSame(run, chosen))
}

/** Returns the play with the most cards, of those the highest. */
export function largest(plays: readonly Play[]): Play | null {
  return plays.toSorted((a, b) => b.count - a.count || b.value - a.value)[0] ?? null
}
