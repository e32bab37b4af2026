/** Whether the server is reached. Whoever talks to it reports here; while it is cut, a small request tries again. */

const FIRST_WAIT = 2_000 // ms
const LONGEST_WAIT = 15_000

class Network {
  #cut = $state(false)
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined

  /** True while the server is out of reach. */
  get cut(): boolean {
    return this.#cut
  }

  /** A request went through, or the socket is open. */
  reached(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wait = FIRST_WAIT
    this.#cut = false
  }

  /** A request did not go through, or the socket closed unasked; `retry` is false for who tries again by itself. */
  lost({ retry = true } = {}): void {
    this.#cut = true
    if (retry) this.#timer ??= setTimeout(() => void this.#try(), this.#wait)
  }

  /** Follows what the device says of its own network. */
  watch(): void {
    addEventListener('offline', () => this.lost())
    addEventListener('online', () => void this.#try())
    if (navigator.onLine === false) this.lost()
  }

  async #try(): Promise<void> {
    this.#timer = undefined
    try {
      await fetch('/api/me', { cache: 'no-store' })
      this.reached()
    } catch {
      this.#wait = Math.min(this.#wait * 1.6, LONGEST_WAIT)
      this.lost()
    }
  }
}

export const network = new Network()
