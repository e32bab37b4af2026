/** Whether the server is reached. Whoever talks to it reports here; while it is cut, a small request tries again. */

const FIRST_WAIT = 2_000 // ms
const LONGEST_WAIT = 15_000

class Network {
  #cut = $state(false)
  #why = $state<string | null>(null)
  #isHalf = $state(false)
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined

  /** True while the server is out of reach. */
  get cut(): boolean {
    return this.#cut
  }

  /** What the server itself said as it closed the connection; null where it said nothing. */
  get why(): string | null {
    return this.#why
  }
  /** The server answers requests, and the socket does not open. */
  get isHalf(): boolean {
    return this.#isHalf
  }

  /** A request went through, or the socket is open. */
  reached(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wait = FIRST_WAIT
    this.#cut = this.#isHalf = false
    this.#why = null
  }

  /**
   * A request did not go through, or the socket closed unasked; `retry` is false for who tries again by itself, and `why`
   * is what the server said.
   */
  lost({ retry = true, why = null }: { retry?: boolean; why?: string | null } = {}): void {
    this.#cut = true
    this.#why = why
    if (retry) this.#timer ??= setTimeout(() => void this.#try(), this.#wait)
  }

  /** The socket did not open, again: a server that turns it away, or a network that lets none through, may yet answer. */
  async doubt(): Promise<void> {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    this.#isHalf = this.#cut && answer !== null && answer.ok
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
