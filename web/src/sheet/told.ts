/** What stood in a place of the sheet before or after a change, in words: for the history and for conflicts. */
import { list, number, say } from '../words'
import { sumOf } from './scoring'
import type { Changed, Entry, Round, SheetView } from './wire'

/**
 * Returns a value in words, a round player by player: `differs` tells which of them are not as in the round `beside`.
 */
export function valueParts(
  view: SheetView,
  what: string,
  value: string | null,
  beside: string | null,
): { text: string; differs: boolean }[] {
  const round = roundOf(value)
  if (!round) return [{ text: valueWords(view, what, value), differs: false }]
  const other = roundOf(beside)
  return view.players.flatMap(({ id, name }) => {
    const text = playerWords(view, round, id, name)
    return text === null ? [] : [{ text, differs: other !== null && text !== playerWords(view, other, id, name) }]
  })
}

function roundOf(value: string | null): Round | null {
  const read: unknown = value === null ? null : JSON.parse(value)
  if (isRound(read)) return read
  return isObject(read) && isRound(read['content']) ? read['content'] : null
}

/** Returns a value as the wire tells it (JSON, null for nothing) in words. */
export function valueWords(view: SheetView, what: string, value: string | null): string {
  if (value === null) return say('sheets.value.nothing')
  const read: unknown = JSON.parse(value)
  if (isRound(read)) return roundWords(view, read)
  if (isObject(read) && isRound(read['content'])) return roundWords(view, read['content'])
  if (isObject(read) && typeof read['name'] === 'string') return read['name']
  if (what === 'finish' && Array.isArray(read)) return finisherWords(view, read[0] as string | null, read[1] === true)
  if (what === 'reorder' && Array.isArray(read)) return list(read.map((id) => nameOf(view, String(id))))
  if (typeof read === 'string') return lengthWords(read) ?? read
  if (read === true) return say('app.yes')
  if (isObject(read)) return entryWords(view, read as Entry)
  return String(read)
}

/** A length of the game: 7 manches. */
export function lengthWords(end: string): string | null {
  const [, word, n] = /^(rounds|points|first_to)\((\d+)\)$/.exec(end) ?? []
  return word ? say(`sheets.length.${word as 'rounds' | 'points' | 'first_to'}`, { n: Number(n) }) : null
}

/** A round as it was written: Léa 12, Hugo 7 (a fini). */
export function roundWords(view: SheetView, round: Round): string {
  return view.players.flatMap(({ id, name }) => playerWords(view, round, id, name) ?? []).join(', ')
}

function playerWords(view: SheetView, round: Round, id: string, name: string): string | null {
  const entry = round.entries[id]
  if (!entry) return null
  const sum = view.form.kind === 'winner' ? '' : ` ${entryWords(view, entry)}`
  const mark = round.finisher === id ? ` (${say(view.game === 'jungo' ? 'sheet.won_it' : 'sheet.finished_it')})` : ''
  return `${name}${sum}${mark}`
}

/** Who wrote something: you, by name, or somebody. */
export function writerName(name: string | null, isOwn: boolean): string {
  return isOwn ? say('sheets.you') : (name ?? say('sheets.someone'))
}

function entryWords(view: SheetView, entry: Entry): string {
  if (view.form.kind === 'sums') return say('sheets.value.sums', { main: entry.main ?? '…', row: entry.row ?? '…' })
  return number(sumOf(view.game, entry))
}

function finisherWords(view: SheetView, finisher: string | null, isUnknown: boolean): string {
  if (finisher !== null) return nameOf(view, finisher)
  return isUnknown ? say('sheet.nobody_knows') : say('sheets.value.nothing')
}

export function nameOf(view: SheetView, id: string | null): string {
  return view.players.find((player) => player.id === id)?.name ?? say('sheets.someone')
}

/** What a change was, in words: Manche 2 corrigée. */
export function changeWords(view: SheetView, change: Changed): string {
  const n = view.rounds.find(({ id }) => id === change.round)?.number
  const name = change.player === null ? '' : nameOf(view, change.player)
  switch (change.what) {
    case 'close':
    case 'edit':
    case 'delete':
      return n === undefined ? say(`sheets.change.${change.what}_one`) : say(`sheets.change.${change.what}`, { n })
    case 'rename':
    case 'add_player':
    case 'drop_player':
      return say(`sheets.change.${change.what}`, { name })
    case 'reorder':
    case 'set_length':
    case 'end_sheet':
    case 'reopen':
    case 'settle':
    case 'import':
    case 'enter':
    case 'finish':
      return say(`sheets.change.${change.what}`)
    default:
      return change.what
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
function isRound(value: unknown): value is Round {
  return isObject(value) && isObject(value['entries'])
}
