import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import SkyjoCard from '../../src/cards/SkyjoCard.svelte'
import { Flights, type Move } from '../../src/table/flights'
import { LEAVE, TRAVEL, TURN_OVER } from '../../src/table/travel.svelte'

interface Flown {
  element: Element
  options: number | KeyframeAnimationOptions
  cancel: () => void
  onfinish: (() => void) | null
}

let flown: Flown[]
let board: HTMLElement
let flights: Flights
let isReduced: boolean

const ghosts = () => document.querySelectorAll('.flights > *')
const move = (more: Partial<Move>): Move => ({
  card: 5,
  from: 'pile',
  to: 'hand',
  flips: false,
  after: 0,
  waits: true,
  ...more,
})

beforeEach(() => {
  flown = []
  isReduced = false
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, _frames, options = 0) {
    const one: Flown = { element: this, options, cancel: vi.fn(), onfinish: null }
    flown.push(one)
    return one as unknown as Animation
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 62, 76))
  board = document.createElement('div')
  board.innerHTML = ['pile', 'hand', 'discard', 'cell-0-0', 'cell-0-4']
    .map((place) => `<span data-place="${place}"><span class="card"></span></span>`)
    .join('')
  document.body.append(board)
  flights = new Flights(board, SkyjoCard)
})
afterEach(() => {
  flights.close()
  board.remove()
  vi.restoreAllMocks()
})

describe('a travelling card', () => {
  it('is a picture on a layer that no finger meets, and goes when it has landed', () => {
    flights.play([move({})])
    expect(ghosts()).toHaveLength(1)
    expect(document.querySelector('.flights')).toHaveAttribute('aria-hidden', 'true')
    const flight = flown.find(({ element }) => element === ghosts()[0])
    expect(flight?.options).toMatchObject({ duration: TRAVEL })
    flight?.onfinish?.()
    expect(ghosts()).toHaveLength(0)
  })

  it('hides the card at its goal until it lands there', () => {
    flights.play([move({})])
    const goal = board.querySelector('[data-place="hand"] .card')
    expect(flown.find(({ element }) => element === goal)?.options).toBe(TRAVEL)
  })

  it('shows what lies there until then', () => {
    flights.play([move({ from: 'hand', to: 'discard' })], new Map([['discard', 9]]))
    expect([...ghosts()].map((ghost) => ghost.textContent?.trim())).toEqual(['9', '5'])
  })

  it('turns over in 180 ms, in place or on the way', () => {
    flights.play([move({ from: 'cell-0-0', to: 'cell-0-0', flips: true })])
    expect(ghosts()[0]?.children).toHaveLength(2)
    expect(flown.filter(({ options }) => (options as KeyframeAnimationOptions).duration === TURN_OVER)).toHaveLength(3)
  })

  it('leaves in 280 ms after the one that completed its line, none over 300', () => {
    flights.play([move({ from: 'hand', to: 'cell-0-0' }), move({ from: 'cell-0-4', to: 'discard', after: TRAVEL })])
    const timed = flown.map(({ options }) => options).filter((options) => typeof options === 'object')
    expect(timed.map(({ duration }) => duration)).toEqual([TRAVEL, LEAVE])
    for (const { duration } of timed) expect(Number(duration)).toBeLessThanOrEqual(300)
  })
})

describe('changes that come faster than the cards fly', () => {
  it('end what still flies', () => {
    flights.play([move({}), move({ from: 'hand', to: 'discard' })])
    const first = [...flown]
    flights.play([move({ card: 7 })])
    for (const { cancel } of first) expect(cancel).toHaveBeenCalled()
    expect([...ghosts()].map((ghost) => ghost.textContent?.trim())).toEqual(['7'])
  })

  it('a hundred of them leave nothing behind', () => {
    for (let change = 0; change < 100; change++) flights.play([move({})])
    expect(ghosts()).toHaveLength(1)
    flights.end()
    expect(ghosts()).toHaveLength(0)
  })
})

describe('under reduced motion', () => {
  it('nothing travels: what has changed fades in, in 80 ms', () => {
    isReduced = true
    flights.play([move({}), move({ from: 'cell-0-0', to: 'discard' })])
    expect(ghosts()).toHaveLength(0)
    expect(flown.map(({ options }) => options)).toEqual([80, 80])
  })
})

describe('a board', () => {
  it('without the place draws no flight', () => {
    flights.play([move({ to: 'cell-7-7' })])
    expect(ghosts()).toHaveLength(0)
  })

  it('that goes takes its layer away', () => {
    flights.close()
    expect(document.querySelector('.flights')).toBeNull()
  })
})
