/** All sheets of this device, and the names on them. */
import { applied, fresh } from './apply'
import { all, put, remove, tell, type KeptSheet, type Queued } from './device'
import { uplink } from './uplink.svelte'
import type { NewSheet, SheetCommand, SheetView } from './wire'

export interface Held {
  kept: KeptSheet
  view: SheetView
}

/** Returns the sheets of this device with what was written here on them, the latest first. */
export async function heldSheets(): Promise<Held[]> {
  const [sheets, queue] = await Promise.all([all('sheets'), all('queue')])
  const held = sheets.flatMap((kept) => {
    const view = laid(kept, queue.filter(({ sheet }) => sheet === kept.id) as Queued<SheetCommand>[])
    return view ? [{ kept, view }] : []
  })
  return held.sort((a, b) => b.kept.at - a.kept.at)
}

/** Returns a sheet as it stands on this device, null where nothing of it has come yet. */
export function laid(kept: KeptSheet, queue: readonly Queued<SheetCommand>[]): SheetView | null {
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
