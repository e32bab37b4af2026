/** Takes what was written without a network to the server: sheets first, then their commands in order, once each. */
import { untrack } from 'svelte'
import { Refused, Unreached } from '../api'
import { network } from '../network.svelte'
import { openSheet, sendToSheet } from './api'
import { all, change, queueOf, tell, type KeptSheet, type Queued } from './device'

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
      for (const sheet of await all('sheets')) {
        try {
          await this.#send(sheet)
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
    const waiting = (await queueOf(sheet.id)).filter(({ state }) => state === 'waiting')
    const stream = sheet.stream ?? (sheet.refusal === null ? await this.#open(sheet) : null)
    if (stream === null) return
    for (const queued of waiting) await this.#sendOne(stream, queued)
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

  async #sendOne(stream: string, queued: Queued): Promise<void> {
    try {
      const seq = await sendToSheet(stream, queued.id, queued.command)
      await change('queue', queued.n, { state: 'kept', seq })
    } catch (failure) {
      if (!(failure instanceof Refused) || LATER.has(failure.code)) throw failure
      await change('queue', queued.n, { state: 'refused', sentence: failure.sentence })
    }
    tell(queued.sheet)
  }

  async #change(id: string, by: Partial<KeptSheet>): Promise<void> {
    await change('sheets', id, by)
    tell(id)
  }
}

export const uplink = new Uplink()
