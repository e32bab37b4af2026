/** The analysis of a game: asked for until it is there, its progress meanwhile. */
import { untrack } from 'svelte'
import { Refused, sentenceOf, Unreached } from '../refused'
import { network } from '../network.svelte'
import type { Analysis } from '../wire/protocol.gen'
import { analysisOf, type Judged } from './api'

const AGAIN = 1_000 // ms until it is asked how far it is
const PATIENCE = 8_000 // ms until it is asked again after the server had no room for it, or no answer
const WAITS: readonly string[] = ['analysis_busy', 'too_often'] // refusals that pass by themselves

export class Study {
  analysis = $state.raw<Analysis | null>(null)
  /** How far it is, 0 to 1; null before the server has said so. */
  progress = $state<number | null>(null)
  /** Games that come before this one. */
  ahead = $state(0)
  /** Why there is none, or none yet. */
  refusal = $state<string | null>(null)
  /** Whether it comes without being asked for anew. */
  isComing = $state(true)
  #tries = $state(0)

  #room: string
  #game: number
  #places = new Map<string, number>()

  constructor(room: string, game: number) {
    this.#room = room
    this.#game = game
  }

  /** Asks for it anew, where it does not come by itself. */
  again(): void {
    this.refusal = null
    this.isComing = true
    this.#tries += 1
  }

  /** Asks until it is there, or the returned function is called; in an effect also when it is to be asked anew. */
  follow(): () => void {
    void this.#tries
    let isOver = false
    let next: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const wait = await this.#ask()
      if (wait !== null && !isOver) next = setTimeout(() => void look(), wait)
    }
    if (!untrack(() => this.analysis)) void look()
    return () => {
      isOver = true
      clearTimeout(next)
    }
  }

  // Returns after how many ms to ask again, null for not at all.
  async #ask(): Promise<number | null> {
    try {
      const found = await analysisOf(this.#room, this.#game)
      this.refusal = null
      if (!('decisions' in found)) {
        this.ahead = found.ahead ?? 0
        this.progress = found.of ? found.done / found.of : 0
        return AGAIN
      }
      for (const [place, { round, step }] of found.decisions.entries()) this.#places.set(`${round}.${step}`, place)
      this.analysis = found
      return null
    } catch (failure) {
      if (failure instanceof Unreached && network.cut) return null // the page asks again once it is back
      this.refusal = sentenceOf(failure)
      this.isComing = failure instanceof Unreached || (failure instanceof Refused && WAITS.includes(failure.code))
      return this.isComing ? PATIENCE : null
    }
  }

  /** What is said of a step of a round, null where it was no choice or nothing is known yet. */
  judged(round: number, step: number): Judged | null {
    const place = this.#places.get(`${round}.${step}`)
    return (place !== undefined && this.analysis?.decisions[place]) || null
  }

  /** The decisions of a seat that were clearly not the best, the dearest first. */
  worst(seat: number): Judged[] {
    const { seats, decisions } = this.analysis ?? { seats: [], decisions: [] }
    return (seats[seat]?.worst ?? []).flatMap((place) => decisions[place] ?? [])
  }

  /** Where the curve is after a step of a round: the last point up to there. */
  pointAt(round: number, step: number): number {
    const curve = this.analysis?.curve ?? []
    const past = curve.findIndex((one) => one.round > round || (one.round === round && one.step > step))
    return Math.max(0, (past < 0 ? curve.length : past) - 1)
  }
}
