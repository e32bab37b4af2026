/**
 * Cards that travel: pictures of cards on a layer of their own, over a table that already shows how things are.
 *
 * Nothing waits for them. A new change ends what still flies, so that many changes at once cost nothing but the flight.
 */
import './flights.css'
import { mount, unmount, type Component } from 'svelte'
import { LEAVE, TRAVEL, TURN_OVER } from './travel.svelte'

export interface Move<Place extends string = string> {
  card: number | null // the face it shows in the end, null for a back
  from: Place
  to: Place // the same as `from` where a card only turns over
  flips: boolean // shows its back first
  after: number // ms before it starts
  waits: boolean // lies at `from` until then; otherwise it is not seen before
}

const FADE = 80
const EASE = 'cubic-bezier(.2,.8,.2,1)'

/** What draws a card. */
export type Card = Component<{ value: number | null }>

export class Flights {
  #board: HTMLElement
  #card: Card
  #layer: HTMLElement
  #running: Animation[] = []
  #ghosts = new Map<HTMLElement, ReturnType<typeof mount>[]>()
  #before: ReadonlyMap<string, DOMRect> = new Map()

  /** `board` holds an element with `data-place` for each place that a card may come from or go to. */
  constructor(board: HTMLElement, card: Card) {
    this.#board = board
    this.#card = card
    this.#layer = document.createElement('div')
    this.#layer.className = 'flights'
    this.#layer.setAttribute('aria-hidden', 'true')
    document.body.append(this.#layer)
  }

  /** Keeps where every card lies, for moves from places that the next change moves or takes away. */
  remember(): void {
    const places = [...this.#board.querySelectorAll<HTMLElement>('[data-place]')].flatMap(({ dataset }) => dataset['place'] ?? [])
    this.#before = new Map(
      places.flatMap((place) => {
        const rect = this.#rect(place)
        return rect ? [[place, rect] as const] : []
      }),
    )
  }

  /** Shows the moves over the board as it is now; `under` says what lies at a place until a card lands on it. */
  play(moves: readonly Move[], under: ReadonlyMap<string, number> = new Map()): void {
    this.end()
    if (document.visibilityState === 'hidden') return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const to of new Set(moves.map((move) => move.to))) this.#fade(to)
      return
    }
    const last = new Map<string, number>()
    for (const move of moves) last.set(move.to, Math.max(last.get(move.to) ?? 0, move.after + lasts(move)))
    for (const [place, ms] of last) {
      const card = this.#cardAt(place)
      const beneath = under.get(place)
      if (beneath !== undefined) this.#lie(place, beneath, ms)
      if (card) this.#keep(card.animate([{ opacity: 0 }, { opacity: 0 }], ms))
    }
    for (const move of moves) this.#fly(move)
    this.#before = new Map()
  }

  /** Ends every flight at once. */
  end(): void {
    for (const animation of this.#running) animation.cancel()
    this.#running = []
    for (const ghost of [...this.#ghosts.keys()]) this.#remove(ghost)
  }

  /** Ends every flight and takes the layer away. */
  close(): void {
    this.end()
    this.#layer.remove()
  }

  #place(place: string): HTMLElement | null {
    return this.#board.querySelector(`[data-place="${place}"]`)
  }

  #cardAt(place: string): HTMLElement | null {
    return this.#place(place)?.querySelector('.card') ?? null
  }

  #rect(place: string): DOMRect | null {
    const rect = (this.#cardAt(place) ?? this.#place(place))?.getBoundingClientRect()
    return rect?.width ? rect : null
  }

  #fade(place: string): void {
    const card = this.#cardAt(place)
    if (card) this.#keep(card.animate([{ opacity: 0.2 }, { opacity: 1 }], FADE))
  }

  #lie(place: string, value: number, ms: number): void {
    const rect = this.#rect(place)
    if (!rect) return
    const ghost = this.#ghost(rect)
    this.#show(ghost, value)
    this.#until(ghost, ghost.animate([{ opacity: 1 }, { opacity: 1 }], ms))
  }

  #fly(move: Move): void {
    const from = this.#before.get(move.from) ?? this.#rect(move.from)
    const to = this.#rect(move.to)
    if (!from || !to) return
    const ghost = this.#ghost(to)
    const timing = { duration: lasts(move), delay: move.after, easing: EASE, fill: 'both' } as const
    const face = this.#show(ghost, move.card)
    if (move.flips) {
      const turning = { ...timing, duration: TURN_OVER, easing: 'linear' }
      const back = this.#show(ghost, null)
      this.#keep(face.animate({ transform: ['scaleX(0)', 'scaleX(0)', 'scaleX(1)'] }, turning))
      this.#keep(back.animate({ transform: ['scaleX(1)', 'scaleX(0)', 'scaleX(0)'] }, turning))
    }
    if (!move.waits && move.after) this.#keep(ghost.animate([{ opacity: 0 }, { opacity: 0 }], move.after))
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`
    this.#until(ghost, ghost.animate({ transform: [start, 'none'] }, timing))
  }

  #ghost(rect: DOMRect): HTMLElement {
    const ghost = document.createElement('div')
    ghost.style.left = `${rect.left}px`
    ghost.style.top = `${rect.top}px`
    ghost.style.setProperty('--card-w', `${rect.width}px`)
    this.#layer.append(ghost)
    this.#ghosts.set(ghost, [])
    return ghost
  }

  #show(ghost: HTMLElement, value: number | null): HTMLElement {
    const side = document.createElement('div')
    ghost.append(side)
    this.#ghosts.get(ghost)?.push(mount(this.#card, { target: side, props: { value } }))
    return side
  }

  #keep(animation: Animation): void {
    this.#running.push(animation)
  }

  #until(ghost: HTMLElement, animation: Animation): void {
    this.#keep(animation)
    animation.onfinish = () => this.#remove(ghost)
  }

  #remove(ghost: HTMLElement): void {
    for (const card of this.#ghosts.get(ghost) ?? []) void unmount(card)
    this.#ghosts.delete(ghost)
    ghost.remove()
  }
}

function lasts(move: Move): number {
  if (move.from === move.to) return TURN_OVER
  return move.after ? LEAVE : TRAVEL
}
