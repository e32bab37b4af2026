/** A game being set up on a page: its schema in the page's language, its settings, and the address that carries them. */
import { untrack } from 'svelte'
import { games, type Game } from '../api'
import { sentenceOf, Unreached } from '../refused'
import { language } from '../language.svelte'
import { network } from '../network.svelte'
import { go, here } from '../router.svelte'
import { Draft } from './draft.svelte'

export class Setup {
  /** Null until the server has told of it. */
  game = $state.raw<Game | null>(null)
  /** Why the page cannot be used. */
  refusal = $state<string | null>(null)
  readonly draft: Draft

  #path: string
  #begun = false

  constructor(name: string, seats: number, path: string) {
    this.draft = new Draft(name, seats)
    this.#path = path
  }

  /** Whether a table can be opened: nobody shall play by other settings than those of the address. */
  get isReady(): boolean {
    return this.game !== null && Object.keys(this.draft.settings).length > 0
  }
  /** The address of the page with these settings. */
  get address(): string {
    return this.#path + this.query
  }
  /** The settings in an address, empty for the official ones. */
  get query(): string {
    const { changed, code } = this.draft
    return changed.length === 0 || !code ? '' : `?code=${encodeURIComponent(code)}`
  }

  /** Keeps all of it current, within the page's life; `ready` is called with the game whenever it has come. */
  follow(ready?: (game: Game) => void): void {
    // The schema again in another language, and once the network is back.
    $effect(() => {
      const lang = language()
      if (network.cut) return
      untrack(() => void this.#load(lang, ready))
    })
    // The address carries the settings, so that a reload or a bookmark finds them again.
    $effect(() => {
      const address = this.address
      if (this.draft.code && untrack(() => here.path + location.search) !== address) go(address, { replace: true })
    })
  }

  async #load(lang: string, ready?: (game: Game) => void): Promise<void> {
    try {
      const found = (await games()).find((one) => one.name === this.draft.game)
      if (lang !== language()) return
      this.game = found ?? null
      this.refusal = null
      if (found) ready?.(found)
      if (this.#begun && this.draft.code) await this.draft.recheck()
      else await this.draft.begin(here.query.get('code'))
      this.#begun = true
    } catch (failure) {
      if (!(failure instanceof Unreached)) this.refusal = sentenceOf(failure)
    }
  }
}
