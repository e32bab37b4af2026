/** How far the writing of a round has come: by player, and whether it can be closed (K5). */
import { count, Impossible, type Counted } from './scoring'
import { blank, entryOf, halfOf, isBegun, lackOf, sumSoFar, type Half, type Lack } from './half'
import type { Entry, Player, Round, SheetView } from './wire'

export interface Progress {
  player: Player
  place: number
  half: Half
  isBegun: boolean
  sum: number | null // so far
  lack: Lack | null // null: the entry is complete and can be
}

export interface RoundProgress {
  players: Progress[]
  finisher: string | null
  isUnknown: boolean
  needsFinisher: boolean
  content: Round // of the entries that are complete
  counted: Counted | null // once all is there and can be
  wrong: Impossible | null // why all of it together cannot be
}

/** Returns the players of whom the next round needs an entry: those in play, in a tie-break the tied (G7). */
export function playing(view: SheetView): Player[] {
  return view.players.filter(({ id }, place) => !view.gone.includes(id) && (!view.tied.length || view.tied.includes(place)))
}

/** Returns how far a round has come, of what is written of it and of what is in the making. */
export function progressOf(
  view: SheetView,
  players: readonly Player[],
  written: Round,
  halves: Record<string, Half>,
  isTotal = false,
): RoundProgress {
  const { game, settings, form } = view
  const found = players.map((player): Progress => {
    const entry = written.entries[player.id]
    const half = halves[player.id] ?? (entry ? halfOf(form, entry) : blank(form, isTotal))
    return {
      player,
      place: view.players.findIndex(({ id }) => id === player.id),
      half,
      isBegun: isBegun(form, half),
      sum: sumSoFar(form, half),
      lack: lackOf(game, settings, form, half),
    }
  })
  const entries: Record<string, Entry> = {}
  for (const { player, half, lack } of found) if (!lack) entries[player.id] = entryOf(form, half)
  const finisher = written.finisher ?? null
  const isUnknown = finisher === null && (written.is_unknown ?? false)
  const content: Round = { entries, finisher, is_unknown: isUnknown }
  const needsFinisher = finisher === null && !isUnknown
  const { counted, wrong } = judge(view, content, needsFinisher || found.some(({ lack }) => lack))
  return { players: found, finisher, isUnknown, needsFinisher, content, counted, wrong }
}

function judge(view: SheetView, content: Round, isOpen: boolean): Pick<RoundProgress, 'counted' | 'wrong'> {
  const entries = view.players.map(({ id }) => content.entries[id] ?? null)
  const at = view.players.findIndex(({ id }) => id === content.finisher)
  const finisher = at >= 0 && entries[at] ? at : null
  try {
    if (isOpen) return { counted: null, wrong: early(view, entries) }
    return { counted: count(view.game, view.settings, entries, finisher), wrong: null }
  } catch (why) {
    if (why instanceof Impossible) return { counted: null, wrong: why }
    throw why
  }
}

// More of a value than the deck has is told as soon as it is typed, not at the end (K4).
function early(view: SheetView, entries: (Entry | null)[]): Impossible | null {
  if (view.form.kind !== 'cards' || entries.filter(Boolean).length < 2) return null
  try {
    count(view.game, view.settings, entries, null)
    return null
  } catch (why) {
    if (why instanceof Impossible) return why
    throw why
  }
}
