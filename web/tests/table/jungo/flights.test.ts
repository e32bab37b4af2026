import { beforeEach, describe, expect, it, vi } from 'vitest'
import JungoCard from '../../../src/cards/JungoCard.svelte'
import { Flights } from '../../../src/table/flights'

const at = (left: number, top: number, width = 50) => ({ left, top, width, height: width * 1.22 }) as DOMRect

function place(name: string, rect: DOMRect): HTMLElement {
  const element = document.createElement('div')
  element.dataset['place'] = name
  element.getBoundingClientRect = () => rect
  return element
}

beforeEach(() => {
  document.body.innerHTML = ''
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

describe('a card whose place is gone', () => {
  const animated = () => vi.mocked(Element.prototype.animate).mock.calls.map(([frames]) => frames as { transform?: string[] })

  function fly(remembers: boolean) {
    vi.spyOn(Element.prototype, 'animate').mockImplementation(() => ({ cancel: vi.fn() }) as unknown as Animation)
    const board = document.body.appendChild(document.createElement('div'))
    const hand = place('hand-0-1', at(100, 600))
    board.append(hand, place('table-0', at(160, 200, 60)))
    const flights = new Flights(board, JungoCard)
    if (remembers) flights.remember()
    hand.remove()
    flights.play([{ card: 6, from: 'hand-0-1', to: 'table-0', flips: false, after: 0, waits: true }])
    const found = animated().flatMap(({ transform }) => transform ?? [])
    flights.close()
    return found
  }

  it('flies from where it was, once that was kept', () => {
    expect(fly(true)[0]).toBe(`translate(-60px, 400px) scale(${50 / 60})`)
  })

  it('is simply there where nothing was kept', () => {
    expect(fly(false)).toEqual([])
  })
})
