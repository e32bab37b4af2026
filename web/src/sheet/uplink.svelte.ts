/**
 * Takes what was written without a network to the server: sheets first, then their commands in order, once each; and
 * what was told at the tables of tournaments.
 */
import { untrack } from 'svelte'
import { Refused, Unreached } from '../refused'
import { network } from '../network.svelte'
import type { TournamentCommand } from '../tournament/wire'
import { openSheet, sendToSheet } from './api'
import { all, change, queueOf, tell, type KeptSheet, type Queued } from './device'
import type { SheetCommand } from './wire'

const WAIT = 5_000 // ms before a server that is busy is asked again
// Refusals that say nothing against what was sent: it may go up later.
const LATER = new Set(['too_often', 'too_fast', 'storage_failed', 'storage_full', 'storage_read_only', 'fault'])

class Uplink {
  #running: Promise<void> | null = null
  #again = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #isWatching = false

  /** Sends by itself whenever the server is within reach, from now on. */
  watch(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    $effect.root(() => {
      $effect(() => {
        if (!network.cut) untrack(() => void this.run())
      })
    })
  }

  /** Sends all that waits; what cannot go up now stays where it is. */
  run(): Promise<void> {
    this.#again = true
    this.#running ??= this.#work().finally(() => (this.#running = null))
    return this.#running
  }

  async #work(): Promise<void> {
    while (this.#again) {
      this.#again = false
      const sheets = (await all('sheets')).map((sheet) => () => this.#send(sheet))
      const tournaments = (await all('tournaments')).map(({ id }) => () => this.#tell(id))
      for (const send of [...sheets, ...tournaments]) {
        try {
          await send()
        } catch (failure) {
          if (failure instanceof Unreached) return // tried again once the network is back
          if (!(failure instanceof Refused && LATER.has(failure.code))) throw failure
          clearTimeout(this.#retry)
          this.#retry = setTimeout(() => void this.run(), WAIT)
          return
        }
      }
    }
  }

  async #send(sheet: KeptSheet): Promise<void> {
    const waiting = (await queueOf<SheetCommand>(sheet.id)).filter(({ state }) => state === 'waiting')
    const stream = sheet.stream ?? (sheet.refusal === null ? await this.#open(sheet) : null)
    if (stream === null) return
    for (const queued of waiting) await this.#sendOne(queued, () => sendToSheet(stream, queued.id, queued.command))
  }

  async #tell(tournament: string): Promise<void> {
    const waiting = (await queueOf<TournamentCommand>(tournament)).filter(({ state }) => state === 'waiting')
    if (!waiting.length) return
    const { sendToTournament } = await import('../tournament/api') // a sheet alone has no need of it
    for (const queued of waiting) await this.#sendOne(queued, () => sendToTournament(tournament, queued.id, queued.command))
  }

  async #open(sheet: KeptSheet): Promise<string | null> {
    if (!sheet.made) return null
    try {
      const stream = await openSheet({ ...sheet.made, id: sheet.id })
      await this.#change(sheet.id, { stream })
      return stream
    } catch (failure) {
      if (!(failure instanceof Refused) || LATER.has(failure.code)) throw failure
      await this.#change(sheet.id, { refusal: failure.sentence })
      return null
    }
  }

  async #sendOne(queued: Queued, send: () => Promise<number>): Promise<void> {
    try {
      const seq = await send()
      await change('queue', queued.n, { state: 'kept', seq })
    } catch (failure) {
      if (!(failure instanceof Refused) || LATER.has(failure.code)) throw failure
      await change('queue', queued.n, { state: 'refused', code: failure.code, sentence: failure.sentence })
    }
    tell(queued.sheet)
  }

  async #change(id: string, by: Partial<KeptSheet>): Promise<void> {
    await change('sheets', id, by)
    tell(id)
  }
}

export const uplink = new Uplink()
