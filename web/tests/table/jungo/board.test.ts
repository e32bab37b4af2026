import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../../src/refused'
import { chooseLanguage } from '../../../src/language.svelte'
import JungoBoard from '../../../src/table/jungo/JungoBoard.svelte'
import type { RoomView } from '../../../src/wire/protocol.gen'
import { liveTable } from '../table'
import { drawn, gaps, hand, HAND, jungo, jungoRoom } from './table'

const playing = (more: Partial<RoomView> = {}) => jungoRoom(more, ['draw', 'play 2-3', 'play 6-7'])
const theirs = (more: Partial<RoomView> = {}) => jungoRoom({ table: jungo({ turn: 1 }), ...more })
const JUNGO = ['discard', ...gaps(8), 'jungo with 2-2', 'jungo with 2-3', 'jungo with 3-3']
const placing = (more: Partial<RoomView> = {}, legal = JUNGO) => jungoRoom({ table: drawn(6), ...more }, legal)
const beaten = (step = 'beaten', legal = ['take', 'throw']) =>
  jungoRoom({ table: jungo({ step, beaten: [4, 34], owner: 0, combination: [6, 6], value: 6 }) }, legal)

async function show(view: RoomView) {
  const { live, wire } = liveTable(view)
  render(JungoBoard, { live })
  await tick()
  return { live, wire }
}
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-card]')]
const card = (place: number) => document.querySelector<HTMLElement>(`[data-card="${place}"]`) as HTMLElement
const gap = (place: number) => document.querySelector<HTMLElement>(`button[data-gap="${place}"]`) as HTMLElement
const open = () => [...document.querySelectorAll<HTMLElement>('button[data-gap]')].map((one) => Number(one.dataset['gap']))
const raised = () => cards().flatMap((one, place) => (one.querySelector('.selected') ? [place] : []))
const ringed = () => cards().flatMap((one, place) => (one.querySelector('.legal') ? [place] : []))
// By the name a screen reader says; `getByRole` would take seconds for as many buttons as a hand has.
function button(name: string): HTMLElement {
  const named = [...document.querySelectorAll<HTMLElement>('button:not([aria-hidden])')].filter((one) => {
    const shown = one.cloneNode(true) as HTMLElement
    for (const hidden of shown.querySelectorAll('[aria-hidden]')) hidden.remove()
    return plain(one.getAttribute('aria-label') ?? shown.textContent) === name
  })
  expect(named, name).toHaveLength(1)
  return named[0] as HTMLElement
}
const answers = () => [...document.querySelectorAll<HTMLElement>('[data-answer]')].map((one) => plain(one.textContent))
const line = () => [...document.querySelectorAll('.turn-line p')].map((one) => plain(one.textContent))
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

beforeEach(async () => {
  await chooseLanguage('fr')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('the hand', () => {
  it('shows every card in its order, named with its place', async () => {
    await show(theirs())
    expect(cards().map((one) => plain(within(one).getByRole('img').getAttribute('aria-label')))).toEqual([
      'carte 1 : 3',
      'carte 2 : 6',
      'carte 3 : 6',
      'carte 4 : 1 ou 2',
      'carte 5 : 8',
      'carte 6 : 5',
      'carte 7 : 5',
      'carte 8 : 2',
    ])
    expect(screen.getByText('8 cartes, l’ordre ne change jamais')).toBeInTheDocument()
  })

  it('goes on from row to row with an arrow, in one row on a desktop without', async () => {
    await show(theirs())
    expect(document.querySelectorAll('.goes-on')).toHaveLength(1)
    Object.assign(window, { innerWidth: 1280, innerHeight: 800 })
    window.dispatchEvent(new Event('resize'))
    await tick()
    expect(document.querySelectorAll('.goes-on')).toHaveLength(0)
  })

  it('is one stop of the tab key', async () => {
    await show(playing())
    expect(document.querySelectorAll('.own [tabindex="0"]')).toHaveLength(1)
  })

  it('is not there for who only looks, and says so in a tie-break without the viewer', async () => {
    await show(theirs({ you: null }))
    expect(document.querySelector('.own')).toBeNull()
    cleanup()
    await show(theirs({ table: jungo({ turn: 1, in_play: [1, 2], hands: [hand(''), hand('. .'), hand('.'), hand('')] }) }))
    expect(screen.getByText('Tu ne joues pas cette manche.')).toBeInTheDocument()
  })
})

describe('the middle of the table', () => {
  it('says whose the combination is and what beats it', async () => {
    await show(playing())
    expect(plain(document.querySelector('.middle')?.textContent)).toContain('4 · 4 posés par Inès')
    expect(plain(document.querySelector('.middle')?.textContent)).toContain('il faut 5 · 5 et plus, ou 3 cartes')
    expect(screen.getByText((found) => plain(found) === 'Sur la table : deux 4, posés par Inès, il faut 5 · 5 et plus, ou 3 cartes.')).toBeInTheDocument()
  })

  it('is free after a full lap', async () => {
    await show(jungoRoom({ table: jungo({ combination: [], value: null, owner: null }) }, ['draw', 'play 1-1']))
    expect(screen.getByText('Table libre')).toBeInTheDocument()
  })

  it('shows the drawn card to who drew it, a back to the others', async () => {
    await show(placing())
    expect(screen.getByText((found) => plain(found) === 'Carte piochée : 6')).toBeInTheDocument()
    cleanup()
    await show(theirs({ table: jungo({ turn: 1, step: 'drawn', is_holding: true }) }))
    expect(screen.getByText('Carte piochée par Inès, cachée')).toBeInTheDocument()
    expect(document.querySelector('[data-place="held"] .back')).not.toBeNull()
  })
})

describe('the others', () => {
  it('have a mat with the size of their hands and the rounds they have won', async () => {
    await show(theirs())
    expect(plain(screen.getByRole('img', { name: /^Inès/ }).getAttribute('aria-label'))).toBe('Inès, 7 cartes. 1 manche gagnée.')
    expect(document.querySelectorAll('[data-place^="hand-2-"]')).toHaveLength(5)
  })

  it('show cards only where the view does', async () => {
    await show(theirs({ table: jungo({ turn: 1, hands: [hand('3'), hand('. 4 .'), hand('.'), hand('.')] }) }))
    expect(document.querySelectorAll('[data-place^="hand-1-"] .back')).toHaveLength(2)
  })
})

describe('playing', () => {
  it('a card that beats nothing says so when it is touched, and the choice stays', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(card(1))
    await fireEvent.click(card(0))
    await tick()
    expect(line()[1]).toBe('Le 3 ne bat pas 4 · 4, seul ou avec ses voisines.')
    expect(raised()).toEqual([1, 2])
    await fireEvent.click(card(6))
    await tick()
    expect(line()[1]).toBe('Choisis les cartes à jouer, d’un bout à l’autre.')
    expect(wire.sent).toEqual([])
  })

  it('rings what may be played, drops the rest and asks for a choice', async () => {
    await show(playing())
    expect(ringed()).toEqual([1, 2, 5, 6])
    expect(document.querySelectorAll('.own .dimmed')).toHaveLength(4)
    expect(button('Choisis des cartes')).toHaveAttribute('aria-disabled', 'true')
  })

  it('a touch chooses a run, the button says what is played and plays it', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(card(1))
    expect(raised()).toEqual([1, 2])
    expect(card(1)).toHaveAttribute('aria-pressed', 'true')
    expect(answers()).toEqual(['Jouer 6 · 6', 'Piocher'])
    await fireEvent.click(button('Jouer 6 6'))
    expect(wire.sent).toMatchObject([{ do: 'act', action: 'play 2-3' }])
  })

  it('a run is picked by its two ends', async () => {
    await show(jungoRoom({ table: jungo({ combination: [], value: null, owner: null }, '6 6 6') }, ['draw', 'play 1-1', 'play 1-2', 'play 1-3', 'play 2-2', 'play 2-3', 'play 3-3']))
    await fireEvent.click(card(0))
    expect(raised()).toEqual([0])
    await fireEvent.click(card(2))
    expect(raised()).toEqual([0, 1, 2])
    expect(answers()[0]).toBe('Jouer 6 · 6 · 6')
  })

  it('nothing happens at a card that cannot be played', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(card(4))
    expect(raised()).toEqual([])
    expect(card(4)).toHaveAttribute('aria-disabled', 'true')
    expect(wire.sent).toEqual([])
  })

  it('asks for the value in place where a double may have either (J6)', async () => {
    const { wire } = await show(jungoRoom({ table: jungo({ combination: [], value: null, owner: null }) }, ['draw', 'play 4-4 as 1', 'play 4-4 as 2']))
    await fireEvent.click(card(3))
    expect(answers()).toEqual(['Jouer 1', 'Jouer 2', 'Piocher'])
    expect(line()[1]).toBe('Le double vaut 1 ou 2 : choisis.')
    await fireEvent.click(button('Jouer 2'))
    expect(wire.sent).toMatchObject([{ action: 'play 4-4 as 2' }])
  })

  it('draws from the pile, by its button or by the pile', async () => {
    const { wire } = await show(jungoRoom({}, ['draw']))
    expect(button('Piocher')).toHaveClass('primary')
    await fireEvent.click(screen.getByRole('button', { name: /^Piocher, 31 cartes/ }))
    expect(wire.sent).toMatchObject([{ action: 'draw' }])
  })

  it('passes where nothing can be drawn (J11)', async () => {
    const { wire } = await show(jungoRoom({ table: jungo({ draw_pile: 0, discard_pile: 0, discard: null }) }, ['pass']))
    await fireEvent.click(button('Passer'))
    expect(wire.sent).toMatchObject([{ action: 'pass' }])
  })

  it('has no effect while an answer is on its way', async () => {
    const { wire } = await show(playing())
    wire.answer = () => new Promise(() => undefined)
    await fireEvent.click(card(1))
    await fireEvent.click(button('Jouer 6 6'))
    await fireEvent.click(button('Piocher'))
    expect(wire.sent).toHaveLength(1)
    expect(button('Piocher')).toHaveAttribute('aria-disabled', 'true')
  })

  it('no blue shows while another seat thinks', async () => {
    await show(theirs())
    expect(document.querySelectorAll('.yours, .legal, .selected, .primary, [data-gap]')).toHaveLength(0)
    expect(line()).toEqual(['Inès réfléchit…'])
    for (const one of screen.getAllByRole('button')) expect(one).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('a drawn card', () => {
  it('opens every gap, named by its neighbours', async () => {
    await show(placing())
    expect(open()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(plain(gap(3).getAttribute('aria-label'))).toBe('Placer le 6 : 4, entre le 6 et le 1/2')
    expect(cards()).toEqual([])
  })

  it('goes into the gap that is touched', async () => {
    const { wire } = await show(placing())
    await fireEvent.click(gap(5))
    expect(wire.sent).toMatchObject([{ action: 'insert 5' }])
  })

  it('the gap between two rows is one gap with two ends', async () => {
    const { wire } = await show(placing())
    const start = document.querySelectorAll<HTMLElement>('li')[4]?.querySelector<HTMLElement>('button.before')
    expect(start).toHaveAttribute('aria-hidden', 'true')
    await fireEvent.click(start as HTMLElement)
    expect(wire.sent).toMatchObject([{ action: 'insert 4' }])
  })

  it('is played at once with the longest run, which stands out (J8)', async () => {
    const { wire } = await show(placing())
    expect(document.querySelectorAll('.own .selected')).toHaveLength(2)
    expect(answers()).toEqual(['JUNGO 6 · 6 · 6', 'Défausser'])
    await fireEvent.click(button('JUNGO 6 6 6'))
    expect(wire.sent).toMatchObject([{ action: 'jungo with 2-3' }])
  })

  it('or with other cards, chosen like any run', async () => {
    const { wire } = await show(placing())
    await fireEvent.click(button('Autre choix de JUNGO'))
    expect(open()).toEqual([])
    expect(raised()).toEqual([1, 2])
    await fireEvent.click(card(2))
    expect(answers()[0]).toBe('JUNGO 6 · 6')
    await fireEvent.click(button('JUNGO 6 6'))
    expect(wire.sent).toMatchObject([{ action: 'jungo with 2-2' }])
  })

  it('back from there to the gaps', async () => {
    await show(placing())
    await fireEvent.click(button('Autre choix de JUNGO'))
    await fireEvent.click(button('Placer'))
    expect(open()).toHaveLength(9)
  })

  it('a double names its value', async () => {
    await show(placing({ table: drawn(78, { combination: [], value: null, owner: null }) }, ['discard', ...gaps(8), 'jungo as 7', 'jungo as 8']))
    expect(answers()).toEqual(['JUNGO 7', 'JUNGO 8', 'Défausser'])
  })

  it('is discarded by the button or on the pile', async () => {
    const { wire } = await show(placing({}, ['discard', ...gaps(8)]))
    await fireEvent.click(document.getElementById('discard') as HTMLElement)
    expect(wire.sent).toMatchObject([{ action: 'discard' }])
  })
})

describe('beaten cards', () => {
  it('are taken or thrown (J7)', async () => {
    const { wire } = await show(beaten())
    expect(answers()).toEqual(['Prendre', 'Jeter'])
    expect(screen.getByText((found) => plain(found) === 'Cartes battues : 4 et 3/4')).toBeInTheDocument()
    await fireEvent.click(button('Prendre'))
    expect(wire.sent).toMatchObject([{ action: 'take' }])
  })

  it('go one after another into gaps', async () => {
    const { wire } = await show(beaten('gap', gaps(8)))
    expect(line()[0]).toBe('À toi : place le 4')
    await fireEvent.click(gap(0))
    expect(wire.sent).toMatchObject([{ action: 'insert 0' }])
  })

  it('have a place to go even into an empty hand', async () => {
    const { wire } = await show(jungoRoom({ table: jungo({ step: 'gap', beaten: [4] }, '') }, ['insert 0']))
    await fireEvent.click(gap(0))
    expect(wire.sent).toMatchObject([{ action: 'insert 0' }])
  })
})

it('a hand that lies open, as in a replay, is read in rows that fit its mat', async () => {
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  const hands = [hand(HAND), hand('1 2 3 4 5 6 7 8'), hand('. . .'), hand('1 . 3')]
  await show(jungoRoom({ table: jungo({ hands }) }))
  const [open, hidden] = [...document.querySelectorAll('.mat[role=img]')]
  const places = [...(open?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].map(({ style }) => [parseFloat(style.left), parseFloat(style.top)])
  expect(places).toHaveLength(8)
  expect(new Set(places.map(([, top]) => top)).size).toBeGreaterThan(1)
  expect(new Set(places.map(String)).size).toBe(8)
  expect(new Set([...(hidden?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].map(({ style }) => style.top))).toEqual(new Set(['0px']))
})

describe('JUNGO', () => {
  it('stands over the table for a moment, with who and what', async () => {
    vi.useFakeTimers()
    const { wire } = await show(theirs())
    wire.update(theirs({ table: jungo({ turn: 2, combination: [6, 6, 6], value: 6 }) }), [
      { what: 'jungo', seat: 1, cells: [0, 1], card: 6, cards: [6, 6, 6] },
    ])
    await vi.advanceTimersByTimeAsync(10)
    expect(plain(document.querySelector('.shout')?.textContent)).toBe('JUNGO ! Inès : 6 · 6 · 6')
    await vi.advanceTimersByTimeAsync(2_100)
    expect(document.querySelector('.shout')).toBeNull()
  })

  it('and goes as soon as it is beaten', async () => {
    const { wire } = await show(theirs())
    wire.update(theirs(), [{ what: 'jungo', seat: 1, cells: [], card: 6, cards: [6] }])
    await tick()
    expect(document.querySelector('.shout')).not.toBeNull()
    wire.update(theirs(), [{ what: 'play', seat: 2, cells: [0], card: 8, cards: [8] }])
    await tick()
    expect(document.querySelector('.shout')).toBeNull()
  })
})

describe('the keyboard', () => {
  it('goes along the line and from row to row, up to the piles', async () => {
    await show(playing())
    card(1).focus()
    await press('ArrowRight')
    expect(card(2)).toHaveFocus()
    await press('ArrowDown')
    expect(card(6)).toHaveFocus()
    await press('End')
    expect(card(7)).toHaveFocus()
    await press('ArrowUp')
    expect(card(3)).toHaveFocus()
    await press('ArrowUp')
    expect(document.getElementById('pile')).toHaveFocus()
    await press('ArrowRight')
    expect(document.getElementById('discard')).toHaveFocus()
  })

  it('shift and arrows choose neighbours, J plays them', async () => {
    const { wire } = await show(jungoRoom({ table: jungo({ combination: [], value: null, owner: null }, '6 6 6 2') }, ['draw', 'play 1-1', 'play 1-2', 'play 1-3', 'play 2-2', 'play 2-3', 'play 3-3', 'play 4-4']))
    card(0).focus()
    await press('ArrowRight', { shiftKey: true })
    expect(raised()).toEqual([0, 1])
    await press('ArrowRight', { shiftKey: true })
    expect(raised()).toEqual([0, 1, 2])
    await press('ArrowRight', { shiftKey: true })
    expect(raised()).toEqual([0, 1, 2])
    await press('ArrowLeft', { shiftKey: true })
    expect(raised()).toEqual([0, 1])
    await press('j')
    expect(wire.sent).toMatchObject([{ action: 'play 1-2' }])
  })

  it('shift and arrows leave a run that may not be shorter as it is', async () => {
    const { wire } = await show(jungoRoom({ table: jungo({ combination: [1, 1], value: 1, owner: 1 }, '7 8 6 6') }, ['draw', 'play 3-4']))
    card(2).focus()
    await fireEvent.click(card(2))
    expect(raised()).toEqual([2, 3])
    await press('ArrowRight', { shiftKey: true })
    expect(raised()).toEqual([2, 3])
    expect(card(3)).toHaveFocus()
    await press('j')
    expect(wire.sent).toMatchObject([{ action: 'play 3-4' }])
  })

  it('letters draw, discard, take and throw', async () => {
    const first = await show(playing())
    await press('p')
    expect(first.wire.sent).toMatchObject([{ action: 'draw' }])
    cleanup()
    const second = await show(placing())
    await press('d')
    expect(second.wire.sent).toMatchObject([{ action: 'discard' }])
    cleanup()
    const third = await show(beaten())
    await press('g')
    expect(third.wire.sent).toMatchObject([{ action: 'take' }])
    cleanup()
    const fourth = await show(beaten())
    await press('d')
    expect(fourth.wire.sent).toMatchObject([{ action: 'throw' }])
  })

  it('J with both values open leads to the question instead of answering it', async () => {
    const { wire } = await show(jungoRoom({ table: jungo({ combination: [], value: null, owner: null }) }, ['draw', 'play 4-4 as 1', 'play 4-4 as 2']))
    await fireEvent.click(card(3))
    await press('j')
    await tick()
    expect(wire.sent).toEqual([])
    expect(button('Jouer 1')).toHaveFocus()
  })

  it('follows the step: from the card to the gaps and back', async () => {
    const { wire } = await show(playing())
    card(1).focus()
    wire.update(placing({ decision: { round: 3, seat: 0, decision: 8, legal: JUNGO } }), [{ what: 'draw', seat: 0, card: 6 }])
    await tick()
    await tick()
    expect(gap(1)).toHaveFocus()
    await press('ArrowRight')
    expect(gap(2)).toHaveFocus()
    wire.update(theirs(), [{ what: 'insert', seat: 0, cells: [2], card: 6 }])
    await tick()
    await tick()
    expect(document.activeElement).toHaveAttribute('data-card')
  })

  it('leaves the focus alone that is elsewhere', async () => {
    const { wire } = await show(theirs())
    const other = document.body.appendChild(document.createElement('button'))
    other.focus()
    wire.update(playing())
    await tick()
    await tick()
    expect(other).toHaveFocus()
    other.remove()
  })
})

describe('the hint', () => {
  async function hinted(view: RoomView, action: string) {
    const { live, wire } = await show(view)
    wire.hint = () => Promise.resolve({ t: 'hint', id: 'x', action, sentence: 'Voici pourquoi.' })
    await live.askHint()
    await tick()
    return wire
  }

  it('chooses the run it means', async () => {
    await hinted(playing(), 'play 6-7')
    expect(raised()).toEqual([5, 6])
    expect(ringed()).toEqual([])
    expect(document.querySelector('.hinted')).toHaveTextContent(/Jouer/)
    expect(line()[1]).toBe('Voici pourquoi.')
  })

  it('rings the one gap', async () => {
    await hinted(placing(), 'insert 4')
    expect(document.querySelectorAll('.bar.hinted')).toHaveLength(1)
    expect(gap(4).querySelector('.hinted')).not.toBeNull()
    expect(gap(4)).toHaveAttribute('tabindex', '0')
  })

  it('shows another JUNGO than the longest where it means one', async () => {
    await hinted(placing(), 'jungo with 3-3')
    expect(raised()).toEqual([2])
  })

  it('rings the pile', async () => {
    await hinted(playing(), 'draw')
    expect(document.querySelector('#pile .legal')).not.toBeNull()
    expect(ringed()).toEqual([])
  })
})

describe('what goes wrong', () => {
  it('a refusal stands under its cause', async () => {
    const { wire } = await show(playing())
    wire.refuseWith(new Refused('decision_stale', 'Trop tard.'))
    await fireEvent.click(button('Piocher'))
    await vi.waitFor(() => expect(screen.getByText('Trop tard.')).toBeInTheDocument())
  })

  it('who left the seat may take it back', async () => {
    const seats = jungoRoom().seats.map((seat) => ({ ...seat, is_away: seat.is_you }))
    const { wire } = await show(theirs({ seats }))
    await fireEvent.click(button('Reprendre ma place'))
    expect(wire.sent).toEqual([{ do: 'return', seat: 0 }])
  })
})
