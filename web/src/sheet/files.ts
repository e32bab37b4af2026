/** A sheet as files to take away, and back: the JSON is what `tablee score` reads. */
import type { Settings } from '../api'
import { newId } from '../ids'
import { say } from '../words'
import { standing, type Played } from './scoring'
import type { Entry, NewSheet, Round, SheetView } from './wire'

interface ScoreFile {
  game: string
  settings: Settings
  players: string[]
  rounds: { entries: (Entry | null)[]; finisher: number | null; is_tie_break?: boolean }[]
  gone?: number[]
  is_ended?: boolean
}

/** Returns the sheet as `tablee score` reads it. */
export function jsonOf(view: SheetView): string {
  const place = (id: string | null | undefined) => view.players.findIndex((player) => player.id === id)
  const file: ScoreFile = {
    game: view.game,
    settings: view.settings,
    players: view.players.map(({ name }) => name),
    rounds: view.rounds.map(({ content, is_tie_break }) => ({
      entries: view.players.map(({ id }) => content.entries[id] ?? null),
      finisher: content.finisher ? place(content.finisher) : null,
      ...(is_tie_break ? { is_tie_break } : {}),
    })),
    ...(view.gone.length ? { gone: view.gone.map(place) } : {}),
    ...(view.ended === 'ended' ? { is_ended: true } : {}),
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

/** Returns the table of rounds and totals, for a spreadsheet. */
export function csvOf(view: SheetView): string {
  const rows: (string | number | null)[][] = [
    [say('sheet.round_short'), ...view.players.map(({ name }) => name), say('sheet.who_finished_short')],
    ...view.rounds.map(({ number, scores, content }) => [
      number,
      ...scores,
      view.players.find(({ id }) => id === content.finisher)?.name ?? '',
    ]),
    [say('sheet.total'), ...view.totals, ''],
    [say('sheet.rank_short'), ...view.ranks, ''],
  ]
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

// A text that a spreadsheet would take for a formula is told to be text; numbers stay numbers.
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A name for a file of the sheet: tablee-skyjo-2026-11-30.csv. */
export function nameOfFile(view: SheetView, kind: string): string {
  return `tablee-${view.game.replace('_', '-')}-${new Date(view.started * 1000).toISOString().slice(0, 10)}.${kind}`
}

/** Hands a file to the device. */
export function save(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** What is wrong with a file, in words. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Returns the sheet that a file holds, as a new one; `defaults` complete the settings. Throws `Unreadable`. */
export function sheetOf(text: string, defaults: Record<string, Settings>, now: number): NewSheet {
  let file: ScoreFile
  try {
    file = JSON.parse(text) as ScoreFile
  } catch {
    throw new Unreadable(say('sheet.file.not_json'))
  }
  const settings = defaults[file?.game]
  if (!settings || !Array.isArray(file.players) || !Array.isArray(file.rounds) || !file.players.every((one) => typeof one === 'string'))
    throw new Unreadable(say('sheet.file.not_sheet'))
  const complete = { ...settings, ...file.settings }
  const players = file.players.map((name) => ({ id: newId(), name }))
  const id = (place: number) => (players[place] as { id: string }).id
  const rounds = file.rounds.map(({ entries, finisher }): Round => {
    const written = entries.flatMap((entry, place) => (entry ? [[id(place), entry] as const] : []))
    return { entries: Object.fromEntries(written), finisher: finisher === null ? null : id(finisher), is_unknown: finisher === null }
  })
  try {
    const played = file.rounds.map((round): Played => ({ ...round, is_tie_break: round.is_tie_break ?? false }))
    standing(file.game, complete, players.length, played, file.gone ?? [], file.is_ended ?? false)
  } catch {
    throw new Unreadable(say('sheet.file.not_counted'))
  }
  return {
    ...{ do: 'new_sheet', game: file.game, settings: complete, players, at: now, rounds },
    tie_breaks: file.rounds.flatMap((round, at) => (round.is_tie_break ? [at + 1] : [])),
    gone: (file.gone ?? []).map(id),
    is_ended: file.is_ended ?? false,
  }
}
