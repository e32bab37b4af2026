/** An entry in the making, tap by tap, before it is one (K4). */
import { checkEntry, Impossible, type EntryForm } from './scoring'
import type { Settings } from '../api'
import type { Entry } from './wire'

/** What has been tapped for one player so far; texts are what a keypad of digits has written. */
export interface Half {
  count: number | null // cards left
  cards: number[]
  total: string | null // null while cards are typed one by one
  main: string
  row: string
  left: string
}

/** Returns an entry not begun; `count` is what most players have left: everything. */
export function blank(form: EntryForm, isTotal = false): Half {
  const most = form.counts.at(-1)?.count ?? null
  return { count: isTotal ? null : most, cards: [], total: isTotal ? '' : null, main: '', row: '', left: '' }
}

/** Returns an entry as it is taken up again to be changed. */
export function halfOf(form: EntryForm, entry: Entry): Half {
  const text = (value: number | null | undefined) => (value == null ? '' : String(value))
  return {
    count: entry.count ?? entry.cards?.length ?? null,
    cards: entry.cards ?? [],
    total: form.kind === 'cards' && !entry.cards ? text(entry.total) : null,
    main: text(entry.main),
    row: text(entry.row),
    left: text(entry.left),
  }
}

/** Whether anything has been tapped; blank is not zero. */
export function isBegun(form: EntryForm, half: Half): boolean {
  switch (form.kind) {
    case 'cards':
      return half.cards.length > 0 || Boolean(half.total) || half.count === 0
    case 'sums':
      return half.main !== '' || half.row !== ''
    case 'left':
      return half.left !== ''
    case 'winner':
      return true
  }
}

/** What an entry in the making lacks to be one, or why it cannot be; null where it is one. */
export type Lack = { kind: 'blank' } | { kind: 'cards'; n: number } | { kind: 'main' } | { kind: 'row' } | Wrong
export interface Wrong {
  kind: 'wrong'
  why: Impossible
}

/** Returns the entry that has been written, unjudged. */
export function entryOf(form: EntryForm, half: Half): Entry {
  switch (form.kind) {
    case 'cards': {
      if (half.total === null) return { cards: half.cards }
      const total = read(half.total)
      return { ...(total === null ? {} : { total }), ...(half.count === null ? {} : { count: half.count }) }
    }
    case 'sums': {
      const [main, row] = [read(half.main), read(half.row)]
      return { ...(main === null ? {} : { main }), ...(row === null ? {} : { row }) }
    }
    case 'left': {
      const left = read(half.left)
      return left === null ? {} : { left }
    }
    case 'winner':
      return {}
  }
}

/** Returns what is missing from an entry, null where nothing is. */
export function lackOf(game: string, settings: Settings, form: EntryForm, half: Half): Lack | null {
  if (!isBegun(form, half)) return { kind: 'blank' }
  if (form.kind === 'cards' && half.total === null && half.count !== null) {
    const n = half.count - half.cards.length
    if (n > 0) return { kind: 'cards', n }
  }
  if (form.kind === 'cards' && half.total === '-') return { kind: 'blank' }
  if (form.kind === 'sums' && half.main === '') return { kind: 'main' }
  if (form.kind === 'sums' && half.row === '') return { kind: 'row' }
  try {
    checkEntry(game, settings, entryOf(form, half))
    return null
  } catch (why) {
    if (why instanceof Impossible) return { kind: 'wrong', why }
    throw why
  }
}

/** What an entry in the making comes to so far, null where nothing has been written. */
export function sumSoFar(form: EntryForm, half: Half): number | null {
  if (!isBegun(form, half)) return null
  switch (form.kind) {
    case 'cards':
      return half.total === null ? half.cards.reduce((sum, card) => sum + card, 0) : read(half.total)
    case 'sums':
      return Math.max(read(half.main) ?? 0, read(half.row) ?? 0)
    case 'left':
      return read(half.left)
    case 'winner':
      return null
  }
}

function read(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null
}

const MOST_DIGITS = 4

/** Returns a number's text after a key of the keypad: a digit, `-` for the sign, or `erase`. */
export function typed(text: string, key: string): string {
  if (key === 'erase') return text.slice(0, -1)
  if (key === '-') return text.startsWith('-') ? text.slice(1) : `-${text}`
  const digits = text.replace(/^(-?)0+(?=\d|$)/, '$1')
  return digits.length >= MOST_DIGITS ? text : digits + key
}
