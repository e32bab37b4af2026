import { render, screen, within } from '@testing-library/svelte'
import { fireEvent } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../src/refused'
import { chooseLanguage } from '../../src/language.svelte'
import SkyjoBoard from '../../src/table/skyjo/SkyjoBoard.svelte'
import type { RoomView } from '../../src/wire/protocol.gen'
import { everywhere, grid, liveTable, room, skyjo } from './table'

const GRIDS = [
  grid('4 . -1 .  6 6 . 0  2 . 11 .', { total: 28 }),
  grid('7 . 2 .  4 9 . 1  . 0 . 5'),
  grid('3 1 x 8  3 0 x 2  12 5 x 1'),
  grid('. . 10 3  -2 . 6 .  1 . . 7'),
]
const drawn = (more = {}) =>
  room({ table: skyjo({ step: 'drawn', held: 7, is_holding: true, grids: GRIDS }), ...more }, [
    'discard',
    ...everywhere('swap'),
  ])
const source = (more = {}) => room({ table: skyjo({ grids: GRIDS }), ...more }, ['draw', 'take'])
const theirs = (more = {}) => room({ table: skyjo({ turn: 1, grids: GRIDS }), ...more })

function show(view: RoomView) {
  const { live, wire } = liveTable(view)
  render(SkyjoBoard, { live })
  return { live, wire }
}
const cell = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const legal = () =>
  [...document.querySelectorAll('.legal')].map((card) => card.closest('[data-place]')?.getAttribute('data-place'))
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

beforeEach(async () => {
  await chooseLanguage('fr')
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('the own grid', () => {
  it('has a button for every card, named by row, column and card', () => {
    show(theirs())
    const cards = within(screen.getByRole('grid', { name: 'Ta grille' })).getAllByRole('button')
    expect(cards).toHaveLength(12)
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(
      expect.arrayContaining(['ligne 1, colonne 1, 4', 'ligne 2, colonne 3, cachée', 'ligne 1, colonne 3, −1']),
    )
  })

  it('names removed places', () => {
    show(room({ table: skyjo({ turn: 1, grids: [GRIDS[2] ?? grid('.'), ...GRIDS.slice(1)] }) }))
    expect(cell('ligne 1, colonne 3, enlevée')).toBeInTheDocument()
  })

  it('is one stop of the tab key', () => {
    show(theirs())
    expect(document.querySelectorAll('.own button[tabindex="0"]')).toHaveLength(1)
  })

  it('shows visible sum and total, and the sum only where the table shows it', () => {
    show(theirs())
    expect(screen.getByText('visible').parentElement).toHaveTextContent('28')
    expect(screen.getByText('total').parentElement).toHaveTextContent('38')
  })
})

describe('what is legal', () => {
  it('glows: both piles before a card is in hand', () => {
    show(source())
    expect(legal()).toEqual(['pile', 'discard'])
  })

  it('glows: the discard pile and every own card with a drawn card in hand', () => {
    show(drawn())
    expect(legal()).toHaveLength(13)
    expect(screen.getByText('Défausser')).toBeInTheDocument()
  })

  it('glows: hidden cards alone after a refused one; the others drop back', () => {
    show(room({ table: skyjo({ step: 'turn', grids: GRIDS }) }, ['turn b1', 'turn d1']))
    expect(legal()).toEqual(['cell-0-1', 'cell-0-3'])
    expect(document.querySelectorAll('.own .dimmed').length).toBe(10)
  })

  it('is played by a click, anything else is not', async () => {
    const { wire } = show(room({ table: skyjo({ step: 'turn', grids: GRIDS }) }, ['turn b1', 'turn d1']))
    await fireEvent.click(cell('ligne 1, colonne 1, 4'))
    await fireEvent.click(screen.getByRole('button', { name: /^Pioche/ }))
    await fireEvent.click(screen.getByRole('button', { name: /^Défausse/ }))
    expect(wire.sent).toEqual([])
    await fireEvent.click(cell('ligne 1, colonne 2, cachée'))
    expect(wire.sent).toMatchObject([{ do: 'act', action: 'turn b1' }])
  })

  it('is nothing while another seat thinks, and no blue shows', () => {
    show(theirs())
    expect(legal()).toEqual([])
    expect(document.querySelector('.yours')).toBeNull()
    expect(screen.getByText('Inès réfléchit…')).toBeInTheDocument()
    for (const button of screen.getAllByRole('button')) expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  it('goes out as soon as one has chosen', async () => {
    const { wire } = show(source())
    wire.answer = () => new Promise(() => undefined)
    await fireEvent.click(screen.getByRole('button', { name: /^Piocher/ }))
    expect(legal()).toEqual([])
  })
})

describe('the piles', () => {
  it('draw and take', async () => {
    const first = show(source())
    await fireEvent.click(screen.getByRole('button', { name: 'Piocher, 62 cartes dans la pioche' }))
    expect(first.wire.sent).toMatchObject([{ action: 'draw' }])
  })

  it('take the top discard', async () => {
    const { wire } = show(source())
    await fireEvent.click(screen.getByRole('button', { name: 'Prendre le 3 de la défausse' }))
    expect(wire.sent).toMatchObject([{ action: 'take' }])
  })

  it('discard the card in hand', async () => {
    const { wire } = show(drawn())
    expect(screen.getByRole('img', { name: 'En main : 7'.replace(' :', '\u00a0:') })).toBeInTheDocument()
    await fireEvent.click(screen.getByRole('button', { name: 'Défausser le 7' }))
    expect(wire.sent).toMatchObject([{ action: 'discard' }])
  })

  it('show another seat’s drawn card from its back, under its name', () => {
    show(theirs({ table: skyjo({ step: 'drawn', turn: 1, is_holding: true, grids: GRIDS }) }))
    expect(screen.getByRole('img', { name: /chez Inès.*cachée/ })).toBeInTheDocument()
  })
})

describe('a question about a line', () => {
  const asked = () => {
    const grids = [grid('6 . . .  6 . . .  6 . . .', { asked: [0, 4, 8] }), ...GRIDS.slice(1)]
    return room({ table: skyjo({ step: 'lines', grids }) }, ['remove', 'keep'])
  }

  it('is answered in place, by two buttons', async () => {
    const { wire } = show(asked())
    expect(legal()).toEqual(['cell-0-0', 'cell-0-4', 'cell-0-8'])
    await fireEvent.click(screen.getByRole('button', { name: 'Enlever la colonne' }))
    expect(wire.sent).toMatchObject([{ action: 'remove' }])
  })

  it('or by keys', async () => {
    const { wire } = show(asked())
    await press('g')
    expect(wire.sent).toMatchObject([{ action: 'keep' }])
  })
})

describe('by keyboard alone', () => {
  it('arrows go from card to card and up to the piles', async () => {
    show(source())
    cell('ligne 1, colonne 1').focus()
    await press('ArrowRight')
    await tick()
    expect(cell('ligne 1, colonne 2')).toHaveFocus()
    await press('ArrowDown')
    await press('ArrowDown')
    await press('ArrowDown')
    await tick()
    expect(cell('ligne 3, colonne 2')).toHaveFocus()
    await press('Home')
    await tick()
    expect(cell('ligne 3, colonne 1')).toHaveFocus()
    await press('ArrowUp')
    await press('ArrowUp')
    await press('ArrowUp')
    await tick()
    expect(screen.getByRole('button', { name: /^Piocher/ })).toHaveFocus()
    await press('ArrowRight')
    await tick()
    expect(screen.getByRole('button', { name: /^Prendre/ })).toHaveFocus()
    await press('ArrowDown')
    await tick()
    expect(document.activeElement).toHaveAttribute('data-cell')
  })

  it.each([
    ['p', source(), 'draw'],
    ['d', source(), 'take'],
    ['D', drawn(), 'discard'],
  ])('%s acts on a pile', async (key, view, action) => {
    const { wire } = show(view)
    await press(key)
    expect(wire.sent).toMatchObject([{ action }])
  })

  it('letters do nothing that is not legal, nor with a modifier', async () => {
    const { wire } = show(theirs())
    for (const key of ['p', 'd', 'x', 'g']) await press(key)
    expect(wire.sent).toEqual([])
  })

  it('focus goes on to the grid once a pile was used, to a card that may be played', async () => {
    const { wire } = show(source())
    screen.getByRole('button', { name: /^Piocher/ }).focus()
    await fireEvent.click(document.activeElement as Element)
    wire.update(drawn({ decision: { round: 3, seat: 0, decision: 8, legal: ['discard', ...everywhere('swap')] } }), [
      { what: 'draw', seat: 0, card: 7 },
    ])
    await vi.waitFor(() => expect(cell('ligne 1, colonne 1')).toHaveFocus())
  })

  it('focus stays on the card that was swapped', async () => {
    const { wire } = show(drawn())
    cell('ligne 2, colonne 3').focus()
    await fireEvent.click(document.activeElement as Element)
    wire.update(theirs(), [{ what: 'swap', seat: 0, cells: [6], card: 7, old: 2 }])
    await tick()
    expect(cell('ligne 2, colonne 3')).toHaveFocus()
  })
})

describe('a hint', () => {
  it('rings one card alone and says why in the turn line', async () => {
    const { live, wire } = show(drawn())
    wire.hint = () =>
      Promise.resolve({ t: 'hint', id: 'x', action: 'swap c3', sentence: 'Pose le 7 à la place du 11.' })
    await live.askHint()
    await tick()
    expect(legal()).toEqual(['cell-0-10'])
    expect(screen.getByText('Pose le 7 à la place du 11.')).toBeInTheDocument()
    await fireEvent.click(cell('ligne 1, colonne 1'))
    expect(wire.sent).toMatchObject([{ action: 'swap a1' }])
  })
})

describe('a refusal', () => {
  it('stands beside its cause, and nothing moves', async () => {
    const { wire } = show(source())
    wire.refuseWith(new Refused('decision_stale', 'Ce coup n’est plus d’actualité.'))
    await fireEvent.click(screen.getByRole('button', { name: /^Piocher/ }))
    await vi.waitFor(() => expect(screen.getByText('Ce coup n’est plus d’actualité.')).toBeInTheDocument())
    expect(legal()).toEqual(['pile', 'discard'])
  })
})

describe('the others', () => {
  it('are read out with name, total, visible sum and every card', () => {
    show(theirs())
    const hugo = screen.getByRole('img', { name: /^Hugo/ })
    expect(hugo.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
      'Hugo, total 31, visible 35. Ligne 1 : 3, 1, enlevée, 8. Ligne 2 : 3, 0, enlevée, 2. Ligne 3 : 12, 5, enlevée, 1.',
    )
  })

  it('show whose turn it is, who has finished and who is away', () => {
    const view = theirs()
    const seats = view.seats.map((seat, place) => ({ ...seat, ...(place === 3 ? { kind: 'person', is_away: true } : {}) }))
    const table = skyjo({ turn: 1, finisher: 2, last_lap: [1, 3, 0], grids: GRIDS })
    show({ ...view, seats, table })
    expect(screen.getByRole('img', { name: /^Inès/ })).toHaveClass('turn')
    expect(within(screen.getByRole('img', { name: /^Hugo/ })).getByTitle('a tout retourné')).toBeInTheDocument()
    expect(within(screen.getByRole('img', { name: /^Karim/ })).getByText('robot')).toBeInTheDocument()
    expect(screen.getByText(/^Dernier tour/)).toHaveTextContent('Hugo a tout retourné')
  })

  it('can be looked at closer where eight sit at the table, and back', async () => {
    const grids = Array.from({ length: 8 }, () => grid('1 . . .  . . . .  . . . .'))
    show(room({ table: skyjo({ turn: 1, grids }, 8), totals: [0, 0, 0, 0, 0, 0, 0, 0] }))
    await fireEvent.click(screen.getByRole('button', { name: /^Agrandir. Karim/ }))
    await vi.waitFor(() => expect(screen.getByRole('button', { name: /^Réduire. Karim/ })).toHaveFocus())
    await press('Escape')
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Réduire/ })).toBeNull())
    expect(screen.getByRole('button', { name: /^Agrandir. Karim/ })).toHaveFocus()
  })
})

describe('a desktop', () => {
  it('lists the order of play', () => {
    Object.assign(window, { innerWidth: 1280, innerHeight: 800 })
    window.dispatchEvent(new Event('resize'))
    show(theirs({ table: skyjo({ turn: 1, finisher: 2, last_lap: [0, 1], grids: GRIDS }) }))
    const order = screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/\s+/g, ' ').trim())
    expect(order).toEqual(['Hugo fini', 'Inès joue', 'Léa'])
  })
})

describe('a person whose seat a bot plays', () => {
  it('takes it back', async () => {
    const view = theirs()
    const seats = view.seats.map((seat, place) => ({ ...seat, is_away: place === 0 }))
    const { wire } = show({ ...view, seats })
    await fireEvent.click(screen.getByRole('button', { name: 'Reprendre ma place' }))
    expect(wire.sent).toEqual([{ do: 'return', seat: 0 }])
  })
})

describe('a card that is drawn', () => {
  afterEach(() => vi.restoreAllMocks())

  it('travels as soon as what draws that has come, and the board does not wait for it', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 62, 76))
    const { wire } = show(theirs())
    expect(screen.getAllByRole('gridcell')).toHaveLength(12)
    await vi.waitFor(() => expect(document.querySelector('.flights')).not.toBeNull())
    const drawn = theirs({ table: skyjo({ turn: 1, is_holding: true, step: 'drawn', grids: GRIDS }) })
    wire.update(drawn, [{ what: 'draw', seat: 1 }])
    await vi.waitFor(() => expect(document.querySelectorAll('.flights > *')).toHaveLength(1))
  })
})

describe('many changes in one breath', () => {
  it('end with the table as it is', async () => {
    const { wire } = show(theirs())
    for (let turn = 0; turn < 50; turn++) {
      wire.update(theirs({ table: skyjo({ turn: 1, is_holding: turn % 2 === 0, step: 'drawn', grids: GRIDS }) }), [
        { what: 'draw', seat: 1 },
      ])
    }
    wire.update(source())
    await tick()
    expect(legal()).toEqual(['pile', 'discard'])
    expect(document.querySelectorAll('.flights > *')).toHaveLength(0)
  })
})
