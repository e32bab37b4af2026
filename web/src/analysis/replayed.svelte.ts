/** A game that is over, looked at again: a step of a round as one of its seats saw it, or open, for the game's board. */
import { say } from '../words'
import { tableOf, type Prompt, type Seen } from '../table/boards'
import { nameOf } from '../table/seats'
import type { Happening, ReplayedRound, RoomView } from '../wire/protocol.gen'
import { roundOf } from './api'

export class Replayed implements Seen {
  // Nothing can be done any more.
  readonly legal = []
  readonly hint = null
  readonly isHinting = false
  readonly refusal = null
  readonly news = ''
  act(): void {}
  send(): Promise<boolean> {
    return Promise.resolve(false)
  }

  round = $state(1)
  step = $state(0)
  seat = $state(0)
  isOpen = $state(false)
  #shown = $state.raw<ReplayedRound | null>(null)
  #before = $state.raw<RoomView | null>(null)
  #happened = $state.raw<readonly Happening[]>([])
  #view = $derived(this.#shown && viewAt(this.#shown, this.step))

  #room: string
  #game: number
  #remark: (replayed: Replayed) => string
  #rounds = new Map<string, Promise<ReplayedRound>>()
  #wanted = 0

  /** `remark` says what there is to say of the step that comes. */
  constructor(room: string, game: number, remark: (replayed: Replayed) => string) {
    this.#room = room
    this.#game = game
    this.#remark = remark
  }

  /** A round as a seat saw it, or with open cards; it is fetched once. */
  fetched(round: number, seat: number | null, isOpen = false): Promise<ReplayedRound> {
    const key = `${round}.${seat}.${isOpen}`
    const coming = this.#rounds.get(key)
    if (coming) return coming
    const come = roundOf(this.#room, this.#game, round, seat, isOpen)
    this.#rounds.set(key, come)
    come.catch(() => this.#rounds.delete(key)) // asked for again when it is wanted again
    return come
  }

  /**
   * Shows a step of a round as a seat saw it, or open; one beyond the last is the last, and null is the one that shows
   * when the round has come. Rejects where it cannot be had.
   */
  async show(round: number, step: number | null, seat: number, isOpen = false): Promise<void> {
    const mine = ++this.#wanted
    const found = await this.fetched(round, seat, isOpen)
    if (mine !== this.#wanted) return // another one was wanted meanwhile
    this.#before = null
    this.#happened = []
    this.#shown = found
    this.round = round
    this.seat = seat
    this.isOpen = isOpen
    this.step = Math.max(0, Math.min(step ?? this.step, found.steps.length - 1))
  }

  /** Goes to another step of the round; what happened shows where it is the next one. */
  go(step: number): void {
    const to = Math.max(0, Math.min(step, this.last))
    const isNext = to === this.step + 1
    this.#before = isNext ? this.view : null
    this.#happened = isNext ? (this.#shown?.steps[to]?.happened ?? []) : []
    this.step = to
  }

  /** Number of the round's last step. */
  get last(): number {
    return (this.#shown?.steps.length ?? 1) - 1
  }
  /** How many rounds the game had. */
  get rounds(): number {
    return this.#shown?.rounds ?? 0
  }
  get before(): RoomView | null {
    return this.#before
  }
  get happened(): readonly Happening[] {
    return this.#happened
  }
  get view(): RoomView | null {
    return this.#view
  }
  /** What the seat did next, as text; null where it was not its turn. */
  get next(): string | null {
    const step = this.#shown?.steps[this.step + 1]
    return step?.seat === this.seat ? step.action : null
  }
  get said(): Prompt | null {
    const view = this.view
    const step = this.#shown?.steps[this.step]
    return view && step ? { title: told(view, step), note: this.#remark(this) } : null
  }
}

/** The table after a step of a round, as its seat saw it. */
export function viewAt({ view, steps }: ReplayedRound, step: number): RoomView {
  const at = steps[step]
  if (!at) throw new Error(`no step ${step} of ${steps.length}`)
  return { ...view, table: at.table, totals: at.totals, wait: { seats: at.awaited, until: null, why: 'move' } }
}

/** What happened in a step, in words for the reader, whoever's seat is looked from. */
export function told(view: RoomView, step: ReplayedRound['steps'][number]): string {
  if (step.seat === null) return say('analysis.replay.dealt')
  const reader = { ...view, you: step.seat !== null && view.yours.includes(step.seat) ? step.seat : null }
  if (step.action === null) return say('analysis.replay.withdrew', { name: nameOf(view, step.seat) })
  return step.happened
    .map((one) => tableOf(view).tell(one, reader))
    .filter(Boolean)
    .join(' ')
}
