/**
 * Counting without a network: the one exception to the rule that the page computes no rules.
 *
 * Bounds, checks and scores with their penalty of rounds written down, and in `standing.ts` what they come to, as
 * `tablee.counting` has them in Python; the tests compare both over the vectors that Python writes out. Players are
 * places from 0. Numbers as S9 are those of the rule book.
 */
import type { Settings } from '../api'
import type { Entry } from './wire'

/** What is asked of each player, and within which bounds (K4, K8). */
export interface EntryForm {
  kind: 'cards' | 'sums' | 'left' | 'winner'
  counts: CountBound[] // cards that can be left
  deck: [value: number, copies: number][]
  most: number | null // the highest number that can be entered: cards left, the sum of a Main
  most_row: number | null // the highest sum of a Rangée
}
export interface CountBound {
  count: number
  low: number
  high: number
}

/** What became of the finisher's sum, and why (S9, P9). */
export interface Penalty {
  player: number
  before: number
  after: number
  reason: 'tied' | 'beaten' | 'lowest'
  lowest: number // of the others
}
export type Scores = (number | null)[] // null: did not play

/** A round as it counts. */
export interface Counted {
  sums: Scores
  scores: Scores
  penalty: Penalty | null
}

/** Why something written down cannot be; `player` counts from 1, as in the sentence. */
export class Impossible extends Error {
  override name = 'Impossible'
  constructor(
    readonly code: string,
    readonly facts: Record<string, number | string> = {},
    readonly player: number | null = null,
  ) {
    super(code)
  }
}

// ---- A round

interface Counting {
  entryForm(settings: Settings): EntryForm
  check(settings: Settings, entry: Entry): void
  checkRound(settings: Settings, entries: Entry[], finisher: number | null): void
  sumOf(entry: Entry): number
  reckon(settings: Settings, sums: number[], finisher: number | null): Reckoned
}
/** Scores of those who played, and what became of the finisher's sum. */
interface Reckoned {
  scores: number[]
  penalty: Penalty | null
}

/** Returns how a round of a game is entered under these settings. */
export function entryForm(game: string, settings: Settings): EntryForm {
  return of(game).entryForm(settings)
}

/** Throws `Impossible` where a player's entry is incomplete or cannot be (K4). */
export function checkEntry(game: string, settings: Settings, entry: Entry): void {
  of(game).check(settings, entry)
}

/** Returns what an entry comes to before the penalty. */
export function sumOf(game: string, entry: Entry): number {
  return of(game).sumOf(entry)
}

/** Returns a round as it counts; `finisher` is null where nobody knows who it was (K5). Throws `Impossible`. */
export function count(game: string, settings: Settings, entries: (Entry | null)[], finisher: number | null): Counted {
  const rules = of(game)
  const present = entries.flatMap((entry, place) => (entry ? [place] : []))
  const written = entries.filter((entry) => entry !== null)
  if (present.length < 2) throw new Impossible('entries_few')
  for (const [at, entry] of written.entries()) {
    try {
      rules.check(settings, entry)
    } catch (why) {
      if (why instanceof Impossible) throw new Impossible(why.code, why.facts, (present[at] as number) + 1)
      throw why
    }
  }
  const found = finisher === null ? null : present.indexOf(finisher)
  if (found === -1) throw new Impossible('finisher_absent', {}, (finisher as number) + 1)
  rules.checkRound(settings, written, found)
  const own = written.map((entry) => rules.sumOf(entry))
  const { scores, penalty } = rules.reckon(settings, own, found)
  const spread = (values: number[]): Scores =>
    entries.map((_, place) => (present.includes(place) ? (values[present.indexOf(place)] as number) : null))
  return {
    sums: spread(own),
    scores: spread(scores),
    penalty: penalty && { ...penalty, player: present[penalty.player] as number },
  }
}

function of(game: string): Counting {
  return COUNTING[game] as Counting
}

function checkFields(entry: Entry, known: readonly string[]): void {
  const others = Object.entries(entry).some(([name, value]) => value != null && !known.includes(name))
  if (others) throw new Impossible('entry_fields', { known: known.join(', ') || '–' })
}

export const plus = (a: number, b: number) => a + b
const lowestBut = (sums: number[], finisher: number) => Math.min(...sums.filter((_, at) => at !== finisher))
const replaced = (sums: number[], at: number, value: number) => sums.map((sum, place) => (place === at ? value : sum))

// ---- Skyjo

const DECK: [number, number][] = Array.from({ length: 15 }, (_, at) => [at - 2, at === 0 ? 5 : at === 2 ? 15 : 10]) // S1
const COPIES = new Map(DECK)

const skyjo: Counting = {
  entryForm: (settings) => ({ kind: 'cards', counts: bounds(settings), deck: DECK, most: null, most_row: null }),

  check(settings, entry) {
    checkFields(entry, ['total', 'cards', 'count'])
    const able = bounds(settings)
    const counts = able.map(({ count }) => count).join(', ')
    if (entry.count != null && !able.some(({ count }) => count === entry.count)) throw new Impossible('entry_count', { counts })
    const [total, count] = readCards(entry)
    if (count === null) {
      const [low, high] = [Math.min(...able.map((one) => one.low)), Math.max(...able.map((one) => one.high))]
      if (total < low || total > high) throw new Impossible('entry_total', { low, high })
      return
    }
    const bound = able.find((one) => one.count === count)
    if (!bound) throw new Impossible('entry_count', { counts })
    const { low, high } = bound
    if (total < low || total > high) throw new Impossible('entry_total_count', { n: count, low, high })
  },

  checkRound(_settings, entries) {
    checkCopies(entries.flatMap((entry) => entry.cards ?? []))
  },

  sumOf: (entry) => (entry.cards ? entry.cards.reduce(plus, 0) : (entry.total ?? 0)),

  // S9
  reckon(settings, sums, finisher) {
    if (finisher === null) return { scores: sums, penalty: null }
    const own = sums[finisher] as number
    const lowest = lowestBut(sums, finisher)
    const after = penalised(settings, own, lowest)
    const reason = lowest === own ? 'tied' : 'beaten'
    return {
      scores: replaced(sums, finisher, after),
      penalty: after === own ? null : { player: finisher, before: own, after, reason, lowest },
    }
  },
}

function penalised(settings: Settings, own: number, lowest: number): number {
  if (own < lowest || (own === lowest && !settings['penalise_tie'])) return own
  if (own <= 0 && !settings['double_negatives']) return own
  const [multiplier, flat] = [Number(settings['multiplier']), Number(settings['flat_points'])]
  switch (settings['penalty']) {
    case 'multiply':
      return own * multiplier
    case 'flat':
      return own + flat
    case 'flat_then_multiply':
      return (own + flat) * multiplier
    case 'multiply_then_flat':
      return own * multiplier + flat
    default:
      return own
  }
}

/** Returns total and number of the cards left. */
function readCards(entry: Entry): [number, number | null] {
  if (entry.cards == null) {
    if (entry.total == null) throw new Impossible('entry_blank')
    return [entry.total, entry.count ?? null]
  }
  const { cards } = entry
  if (cards.some((value) => !COPIES.has(value))) throw new Impossible('entry_value', { low: -2, high: 12 })
  checkCopies(cards)
  if (entry.count != null && entry.count !== cards.length)
    throw new Impossible('entry_cards_missing', { n: entry.count, typed: cards.length })
  const total = cards.reduce(plus, 0)
  if (entry.total != null && entry.total !== total)
    throw new Impossible('entry_total_cards', { total: entry.total, sum: total })
  return [total, cards.length]
}

function checkCopies(cards: number[]): void {
  for (const [value, n] of DECK) {
    const typed = cards.filter((card) => card === value).length
    if (typed > n) throw new Impossible('entry_copies', { value, n, typed })
  }
}

/** What the numbers of cards that can be left can come to, from deck and settings (K4). */
function bounds(settings: Settings): CountBound[] {
  const lines = linesOf(settings)
  const found = new Map<number, CountBound>()
  for (const [r, c] of shapes(lines)) {
    // Where lines must go, none that is still complete is of equal cards: each has a cell of another value. Lines
    // that a removal has crossed are complete no more.
    let others = 0
    if (lines.must && lines.columnsGo && r === lines.rows) others = c
    if (lines.must && lines.rowsGo && c === lines.columns) others = Math.max(others, r)
    const cells = r * c
    const low = extreme(DECK, cells, cells - others)
    const high = extreme(DECK.toReversed(), cells, cells - others)
    const before = found.get(cells) ?? { low, high }
    found.set(cells, { count: cells, low: Math.min(low, before.low), high: Math.max(high, before.high) })
  }
  return [...found.values()].sort((a, b) => a.count - b.count)
}

interface Lines {
  rows: number
  columns: number
  columnsGo: boolean
  rowsGo: boolean // as columns do (S7)
  must: boolean // no line can stay that is complete
  atScoring: boolean // lines that the final reveal completes go, all those of one look (S6, S7)
  positive: boolean // of those only such as have a positive sum (optional)
}

function linesOf(settings: Settings): Lines {
  const [rows, columns] = [Number(settings['rows']), Number(settings['columns'])]
  const [removal, atScoring] = [settings['column_removal'], Boolean(settings['columns_at_scoring'])]
  const goes = removal !== 'off'
  return {
    rows,
    columns,
    // A line shorter than 2 is never removed (S7).
    columnsGo: goes && rows >= 2,
    rowsGo: goes && columns >= 2 && settings['row_removal'] !== 'off',
    must: removal === 'mandatory' && atScoring,
    atScoring,
    positive: removal === 'optional',
  }
}

/** How many rows and columns can be left: either kind one after another, both kinds only in one look. */
function shapes({ rows, columns, columnsGo, rowsGo, atScoring, positive }: Lines): [number, number][] {
  const found: [number, number][] = []
  for (let gone = 0; gone <= (columnsGo ? columns : 0); gone++) found.push([rows, columns - gone])
  for (let gone = 1; gone <= (rowsGo ? rows : 0); gone++) found.push([rows - gone, columns])
  if (!columnsGo || !rowsGo) return found
  // Rows and columns that go together cross, so all their cards are equal (S7). One action completes one of each; the
  // final reveal may complete more.
  const most = Math.max(...DECK.map(([, copies]) => copies))
  const mostAtScoring = Math.max(...DECK.map(([value, copies]) => (value > 0 || !positive ? copies : 0)))
  for (let r = 1; r <= rows; r++) {
    for (let c = 1; c <= columns; c++) {
      const cards = r * columns + c * rows - r * c
      if (cards <= (r === 1 && c === 1 ? most : atScoring ? mostAtScoring : 0)) found.push([rows - r, columns - c])
    }
  }
  return found
}

/** The sum of so many cards taken in the order of the deck given, at most so many of each. */
function extreme(deck: [number, number][], count: number, most: number): number {
  let total = 0
  for (const [value, copies] of deck) {
    const taken = Math.min(count, most, copies)
    total += taken * value
    count -= taken
  }
  return total
}

// ---- Jungo

const JUNGO_CARDS = 72 // J1
export const countsCards = (settings: Settings) => settings['score'] === 'cards_left'

const jungo: Counting = {
  entryForm: (settings) =>
    countsCards(settings)
      ? { kind: 'left', counts: [], deck: [], most: JUNGO_CARDS, most_row: null }
      : { kind: 'winner', counts: [], deck: [], most: null, most_row: null },

  check(settings, entry) {
    checkFields(entry, countsCards(settings) ? ['left'] : [])
    if (!countsCards(settings)) return
    if (entry.left == null) throw new Impossible('entry_blank')
    if (entry.left < 0 || entry.left > JUNGO_CARDS) throw new Impossible('entry_left', { high: JUNGO_CARDS })
  },

  // J10: the winner alone has no card left.
  checkRound(settings, entries, finisher) {
    if (!countsCards(settings)) return
    if (entries.map(({ left }) => left ?? 0).reduce(plus, 0) > JUNGO_CARDS)
      throw new Impossible('entry_left_all', { high: JUNGO_CARDS })
    const empty = entries.flatMap(({ left }, at) => (left === 0 ? [at] : []))
    if (String(empty) !== String(finisher === null ? [] : [finisher])) throw new Impossible('entry_winner_empty')
  },

  sumOf: (entry) => entry.left ?? 0,

  // J12
  reckon: (settings, sums, finisher) => ({
    scores: countsCards(settings) ? sums : sums.map((_, at) => (at === finisher ? 1 : 0)),
    penalty: null,
  }),
}

// ---- P'tit Pois

const copiesOf = (settings: Settings) => Number(settings['colours']) * Number(settings['copies'])
const allCards = (settings: Settings) => 55 * copiesOf(settings) // P1: 1..10
/** A Rangée never grows: at most the four highest cards (P2). */
const mostRow = (settings: Settings) =>
  [0, 1, 2, 3].map((place) => 10 - Math.floor(place / copiesOf(settings))).reduce(plus)

const ptit_pois: Counting = {
  entryForm: (settings) => ({
    kind: 'sums',
    counts: [],
    deck: [],
    most: allCards(settings),
    most_row: mostRow(settings),
  }),

  check(settings, entry) {
    checkFields(entry, ['main', 'row'])
    if (entry.main == null || entry.row == null) throw new Impossible('entry_blank')
    if (entry.main < 0 || entry.main > allCards(settings)) throw new Impossible('entry_main', { high: allCards(settings) })
    if (entry.row < 0 || entry.row > mostRow(settings)) throw new Impossible('entry_row', { high: mostRow(settings) })
  },

  // P7: the round ends at once when somebody has no Main or no Rangée left, so nobody but the finisher can have none.
  checkRound(settings, entries, finisher) {
    if (entries.map(({ main, row }) => (main ?? 0) + (row ?? 0)).reduce(plus, 0) > allCards(settings))
      throw new Impossible('entry_all', { high: allCards(settings) })
    const empty = entries.flatMap(({ main, row }, at) => (main === 0 || row === 0 ? [at] : []))
    if (finisher !== null && !empty.includes(finisher)) throw new Impossible('entry_finisher_full')
    if (empty.length > 1) throw new Impossible('entry_others_empty')
  },

  sumOf: (entry) => Math.max(entry.main ?? 0, entry.row ?? 0), // P8

  // P9
  reckon(settings, sums, finisher) {
    if (finisher === null) return { scores: sums, penalty: null }
    const before = sums[finisher] as number
    const lowest = lowestBut(sums, finisher)
    const isTied = before === lowest && settings['finisher_tie'] === 'doubled'
    const reason = before > lowest ? 'beaten' : isTied ? 'tied' : 'lowest'
    const after = reason === 'lowest' ? 0 : 2 * before
    return { scores: replaced(sums, finisher, after), penalty: { player: finisher, before, after, reason, lowest } }
  },
}

const COUNTING: Record<string, Counting> = { skyjo, jungo, ptit_pois }

/** Returns word and number of the setting `end`: points(100) → points, 100. */
export function ending(settings: Settings): [string, number] {
  const [, word = '', number = ''] = /^(\w+)\((\d+)\)$/.exec(String(settings['end'])) ?? []
  return [word, Number(number)]
}
