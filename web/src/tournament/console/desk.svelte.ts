/** The organiser's desk: which section lies open, which table is in hand, and the steps that lead on. */
import type { LiveTournament } from '../live.svelte'
import type { Spot, TournamentCommand, TournamentView } from '../wire'
import { notAccepted } from './next'

export const SECTIONS = ['players', 'tables', 'standing', 'sharing', 'discipline', 'rules', 'journal'] as const
export type Section = (typeof SECTIONS)[number]

/** What is asked before it is done. */
export type Asked = 'accept_all'

const AT_ONCE = 200 // people in a command, whose length has a bound

export class Desk {
  readonly live: LiveTournament
  #section = $state<Section | null>(null)
  #table = $state.raw<Spot | null>(null)
  #asked = $state<Asked | null>(null)
  #isBusy = $state(false)

  constructor(live: LiveTournament) {
    this.live = live
  }

  get view(): TournamentView {
    return this.live.view as TournamentView // the console opens with a view
  }
  /** The section that was chosen, null before one was. */
  get section(): Section | null {
    return this.#section
  }
  /** The table whose sheet is open. */
  get table(): Spot | null {
    return this.#table
  }
  get asked(): Asked | null {
    return this.#asked
  }
  /** A step is on its way. */
  get isBusy(): boolean {
    return this.#isBusy
  }
  /** Organisers alone may do some things (T12). */
  get isOrganiser(): boolean {
    return this.view.you.roles.includes('organiser')
  }

  show(section: Section): void {
    this.#section = section
  }
  open(table: Spot | null): void {
    this.#table = table
    this.live.forgive()
  }
  ask(asked: Asked | null): void {
    this.#asked = asked
    this.live.forgive()
  }

  /** Does something once: a second press while it is on its way is none. */
  async do(command: TournamentCommand, about?: string): Promise<boolean> {
    if (this.#isBusy) return false
    this.#isBusy = true
    try {
      return await this.live.send(command, about)
    } finally {
      this.#isBusy = false
    }
  }

  /** Records for each who is here that they accept the regulation, as they did on paper (T11). */
  async acceptAll(): Promise<boolean> {
    const { version } = this.view
    const all = notAccepted(this.view)
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const players = all.slice(from, from + AT_ONCE)
      if (!(await this.do({ do: 'accept', players, version }, 'next'))) return false
    }
    return true
  }
}

/** A seed for a draw: any whole number will do, and it is kept with the draw (T3). */
export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number
}
