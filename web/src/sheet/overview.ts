/** All sheets of this device, and what they tell of its players: names, wins, rounds. */
import { applied, fresh } from './apply'
import { all, put, remove, tell, type KeptSheet, type Queued } from './device'
import { uplink } from './uplink.svelte'
import type { NewSheet, SheetView } from './wire'

export interface Held {
  kept: KeptSheet
  view: SheetView
}

/** Returns the sheets of this device with what was written here on them, the latest first. */
export async function heldSheets(): Promise<Held[]> {
  const [sheets, queue] = await Promise.all([all('sheets'), all('queue')])
  const held = sheets.flatMap((kept) => {
    const view = laid(kept, queue.filter(({ sheet }) => sheet === kept.id))
    return view ? [{ kept, view }] : []
  })
  return held.sort((a, b) => b.kept.at - a.kept.at)
}

/** Returns a sheet as it stands on this device, null where nothing of it has come yet. */
export function laid(kept: KeptSheet, queue: readonly Queued[]): SheetView | null {
  const base = kept.view ?? (kept.made ? fresh(kept.id, kept.made) : null)
  if (!base) return null
  return queue.filter(({ state }) => state !== 'refused').reduce((view, { command }) => applied(view, command), base)
}

/** Makes a sheet on this device, which goes up by itself when the server can be reached. */
export async function make(id: string, made: NewSheet): Promise<void> {
  await put('sheets', { id, stream: null, made, view: null, seq: 0, at: made.at, refusal: null })
  tell(id)
  void uplink.run()
}

/** Forgets a sheet on this device; the server keeps what it has. */
export async function forget({ kept }: Held): Promise<void> {
  for (const queued of await all('queue')) if (queued.sheet === kept.id) await remove('queue', queued.n)
  await remove('halves', kept.id)
  await remove('sheets', kept.id)
  tell(kept.id)
}

/** Returns the names of players before, those of the latest sheets first. */
export function namesBefore(held: readonly Held[]): string[] {
  return [...new Set(held.flatMap(({ view }) => view.players.map(({ name }) => name)).filter(Boolean))]
}

/** Returns the sheets in which all words of a search are found: in names, the game or the day. */
export function found(held: readonly Held[], search: string, words: (held: Held) => string): Held[] {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const wanted = plain(search).split(/\s+/).filter(Boolean)
  return held.filter((one) => {
    const text = plain(words(one))
    return wanted.every((word) => text.includes(word))
  })
}

export interface Figures {
  name: string
  games: number // that have ended
  wins: number // first, shared or alone
  rounds: number
  mean: number | null // score a round
  doubled: number // share of rounds in which the finisher's penalty struck
  best: number | null // round
  worst: number | null
}

/** Returns what the sheets of one game say of each player, by name: who played most comes first. */
export function figures(held: readonly Held[], game: string): Figures[] {
  const own = held.map(({ view }) => view).filter((view) => view.game === game && view.rounds.length)
  const names = [...new Set(own.flatMap((view) => view.players.map(({ name }) => name)))]
  return names.map((name) => figure(own, name)).sort((a, b) => b.rounds - a.rounds || a.name.localeCompare(b.name))
}

function figure(views: readonly SheetView[], name: string): Figures {
  const found: Figures = { ...{ name, games: 0, wins: 0, rounds: 0, mean: null }, ...{ doubled: 0, best: null, worst: null } }
  const scores: number[] = []
  let struck = 0
  let isLowest = true
  for (const view of views) {
    isLowest = view.lowest_wins
    for (const [place, player] of view.players.entries()) {
      if (player.name !== name) continue
      if (view.ended !== null) found.games += 1
      if (view.ended !== null && view.ranks[place] === 1) found.wins += 1
      for (const { content, scores: of, penalty, is_tie_break } of view.rounds) {
        const score = of[place]
        if (is_tie_break || score == null || !content.entries[player.id]) continue // a round missed is not played
        scores.push(score)
        if (penalty?.player === place && penalty.reason !== 'lowest') struck += 1
      }
    }
  }
  found.rounds = scores.length
  if (!scores.length) return found
  found.mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  found.doubled = struck / scores.length
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  ;[found.best, found.worst] = isLowest ? [low, high] : [high, low]
  return found
}
