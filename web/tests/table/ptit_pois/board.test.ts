import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { spoken } from '../../../src/announce.svelte'
import { chooseLanguage } from '../../../src/language.svelte'
import PtitPoisBoard from '../../../src/table/ptit_pois/PtitPoisBoard.svelte'
import Remains from '../../../src/table/ptit_pois/Remains.svelte'
import type { RoomView } from '../../../src/wire/protocol.gen'
import { liveTable } from '../table'
import { BONUS, bonus, card, closedPtitPois, PLAYS, ptitPois, ptitPoisRoom, seat } from './table'

const playing = (more: Partial<RoomView> = {}) => ptitPoisRoom(more, PLAYS)
const theirs = (more: Partial<RoomView> = {}) => ptitPoisRoom({ table: ptitPois({ turn: 1 }), ...more })

async function show(view: RoomView) {
  const { live, wire } = liveTable(view)
  render(PtitPoisBoard, { live })
  await tick()
  return { live, wire }
}
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()
const stop = (name: string) => document.querySelector<HTMLElement>(`[data-stop="${name}"]`) as HTMLElement
const label = (name: string) => plain(stop(name).getAttribute('aria-label'))
const stops = (selector: string) => [...document.querySelectorAll<HTMLElement>('[data-stop]')].filter((one) => one.querySelector(selector)).map((one) => one.dataset['stop'])
const line = () => [...document.querySelectorAll('.turn-line p')].map((one) => plain(one.textContent))
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const at = () => (document.activeElement as HTMLElement).dataset['stop']
const settle = async () => {
  await tick()
  await tick()
}

beforeEach(async () => {
  await chooseLanguage('fr')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('the table', () => {
  it('says which way Up&Down lies and what is on the piles', async () => {
    await show(theirs())
    expect(screen.getByRole('img', { name: /^UP.: égal ou plus$/ })).toBeInTheDocument()
    expect(label('pile-0')).toBe('pile de gauche, 3 cartes, sur le dessus 6 vert, rond')
    expect(label('pile-1')).toBe('pile de droite, 1 carte, sur le dessus 3 jaune, losange')
    expect(screen.getByText('vert, rond')).toBeInTheDocument()
  })

  it('turns Up&Down when it is flipped', async () => {
    const { wire } = await show(theirs())
    const turned = vi.spyOn(Element.prototype, 'animate')
    wire.update(theirs({ table: ptitPois({ turn: 1, direction: 'down' }) }), [{ what: 'flip', seat: 1, cells: [1] }])
    await tick()
    expect(screen.getByRole('img', { name: /^DOWN.: égal ou moins$/ })).toBeInTheDocument()
    expect(turned).toHaveBeenCalledWith({ transform: ['rotate(-180deg)', 'none'] }, expect.objectContaining({ duration: 260 }))
    turned.mockRestore()
  })

  it('shows a Main that lies open, as in a replay, and says its cards', async () => {
    const seats = [seat('V3 (O8) P2 .', 'V9'), seat('V7 (O5) J2 (P4)', 'V1 R6')]
    await show(ptitPoisRoom({ table: ptitPois({ seats, in_play: [0, 1] }), seats: ptitPoisRoom().seats.slice(0, 2) }))
    const mat = document.querySelector('.mat[role=img]')
    expect(mat?.querySelectorAll('.open .card')).toHaveLength(2)
    expect(plain(mat?.getAttribute('aria-label'))).toContain('Main : 1 vert et 6 rouge.')
  })

  it('shows the others’ packets and how many cards their Main has', async () => {
    await show(theirs())
    expect(document.querySelector('[data-place="main-3"]')).toHaveTextContent('6')
    expect(document.querySelectorAll('[data-place="row-1-0"] .value, [data-place="row-1-1"] .back')).toHaveLength(2)
    expect(document.querySelector('[data-place="row-2-1"] .back')).not.toBeNull()
    expect(document.querySelector('[data-place="row-2-0"]')).toBeNull()
  })

  it('writes what all have seen on a card that lies face down (P12)', async () => {
    await show(theirs())
    expect([...document.querySelectorAll('.known')].map((one) => one.textContent)).toEqual(['1'])
  })

  it('lays a packet side by side where both its cards are visible', async () => {
    await show(ptitPoisRoom({ table: ptitPois({}, seat('O8 V3 P2 .', 'V9')) }, ['row 1 left', 'row 2 right', 'flip']))
    expect([label('row-0'), label('row-1')]).toEqual(['8 orange, triangle, jouer à gauche', '3 vert, rond, jouer à droite'])
  })

  it('shows no blue while another seat thinks', async () => {
    await show(theirs())
    expect(document.querySelectorAll('.yours, .legal, .selected, .primary, .turning, .ringed')).toHaveLength(0)
    expect(line()).toEqual(['Inès réfléchit…'])
    for (const one of screen.getAllByRole('button')) expect(one).toHaveAttribute('aria-disabled', 'true')
  })

  it('waits for the deal', async () => {
    await show(ptitPoisRoom({ table: ptitPois({ step: 'deal', piles: [], seats: [] }) }))
    expect(line()).toEqual(['On mélange les cartes…'])
  })

  it('shows the draw pile also to who only looks', async () => {
    await show(theirs({ you: null }))
    expect(document.querySelector('[data-place="draw"]')).toHaveTextContent('41')
    expect(document.querySelectorAll('[data-stop^="main-"]')).toHaveLength(0)
  })
})

describe('playing', () => {
  it('rings what fits, drops the rest and says why', async () => {
    await show(playing())
    expect(stops('.legal')).toEqual(['row-0', 'main-0', 'main-1', 'main-2'])
    expect(stops('.dimmed')).toEqual(['row-2', 'main-3'])
    expect(screen.getByText((text) => plain(text) === 'jouable : 3 ou plus')).toBeInTheDocument()
    expect(label('main-3')).toBe('1 pourpre, goutte, ne passe pas, jouable : 3 ou plus')
    expect(label('main-2')).toBe('5 vert, rond, jouer à droite')
    expect(label('main-0')).toBe('9 vert, rond, jouer à gauche ou à droite')
  })

  it('a card that fits one pile is played by a touch', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(stop('main-2'))
    expect(wire.sent).toMatchObject([{ do: 'act', action: 'main 3 right' }])
  })

  it('a card that fits both asks for the pile in place', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(stop('main-0'))
    await settle()
    expect(wire.sent).toEqual([])
    expect(stops('.selected')).toEqual(['main-0'])
    expect(stops('.legal')).toEqual(['pile-0', 'pile-1'])
    expect(line()).toEqual(['Le 9 vert : à gauche ou à droite ?', 'Touche la pile, ou la carte pour la reposer.'])
    expect(label('pile-1')).toBe('Jouer le 9 vert sur la pile de droite, sur le 3 jaune, losange')
    await fireEvent.click(stop('pile-1'))
    expect(wire.sent).toMatchObject([{ action: 'main 1 right' }])
  })

  it('the chosen card is put back by a second touch, or by Escape', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(stop('row-0'))
    await fireEvent.click(stop('row-0'))
    await settle()
    expect(stops('.selected')).toEqual([])
    await fireEvent.click(stop('row-0'))
    await settle()
    expect(at()).toBe('pile-0')
    await press('Escape')
    await settle()
    expect([stops('.selected'), at(), wire.sent]).toEqual([[], 'row-0', []])
  })

  it('a choice does not outlast its decision', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(stop('main-0'))
    const view = playing()
    wire.update({ ...view, decision: { round: 3, seat: 0, decision: 8, legal: PLAYS } })
    await settle()
    expect(stops('.selected')).toEqual([])
  })

  it('the arrow keys lead on to the cards also from the title, which has the focus after a change of page', async () => {
    const title = document.body.appendChild(document.createElement('h1'))
    title.tabIndex = -1
    title.focus()
    await show(playing())
    await press('ArrowDown')
    await settle()
    expect(at()).toBe('main-0')
    title.remove()
  })

  it('a locked card says why when it is touched, until another thing is done', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(stop('main-3'))
    await tick()
    expect(line()[1]).toBe('Le 1 pourpre ne passe pas : 3 ou plus.')
    expect(plain(spoken.text)).toBe('Le 1 pourpre ne passe pas : 3 ou plus.')
    expect(wire.sent).toEqual([])
    await fireEvent.click(stop('main-0'))
    await settle()
    expect(line()[1]).toBe('Touche la pile, ou la carte pour la reposer.')
  })

  it('nothing happens at a card that does not fit, nor at a pile without a card', async () => {
    const { wire } = await show(playing())
    await fireEvent.click(stop('main-3'))
    await fireEvent.click(stop('pile-0'))
    expect(wire.sent).toEqual([])
  })

  it('has no effect while an answer is on its way', async () => {
    const { wire } = await show(playing())
    wire.answer = () => new Promise(() => undefined)
    await fireEvent.click(stop('main-2'))
    await fireEvent.click(stop('main-2'))
    expect(wire.sent).toHaveLength(1)
  })
})

describe('the flip', () => {
  it('is a button beside the cards that fit', async () => {
    const { wire } = await show(playing())
    expect(stop('action')).toHaveTextContent('Retourner Up&Down et piocher 2')
    expect(stop('action')).not.toHaveClass('primary')
    await fireEvent.click(stop('action'))
    expect(wire.sent).toMatchObject([{ action: 'flip' }])
  })

  it('is all there is where nothing fits, and Up&Down itself does it', async () => {
    const { wire } = await show(ptitPoisRoom({}, ['flip']))
    expect(line()[0]).toBe('Rien ne passe : retourne Up&Down')
    expect(stop('action')).toHaveClass('primary')
    await fireEvent.click(stop('flip-card'))
    expect(wire.sent).toMatchObject([{ action: 'flip' }])
  })

  it('is not offered twice', async () => {
    await show(ptitPoisRoom({ table: ptitPois({ step: 'flipped', has_flipped: true }) }, PLAYS.slice(0, -1)))
    expect(line()[0]).toBe('Joue une carte : 3 ou plus')
    expect(stop('action')).toBeNull()
  })
})

describe('a bonus', () => {
  const due = (legal = BONUS) => ptitPoisRoom({ table: bonus() }, legal)

  it('is named with its symbol, its pile is ringed, passing comes last', async () => {
    await show(due())
    expect(line()).toEqual(['Bonus : vert sur vert !', 'Rejoue à gauche, ou tourne un paquet.'])
    expect(document.querySelector('.turn-line .symbol svg')).not.toBeNull()
    expect(stops('.legal')).toEqual(['pile-0', 'row-0', 'main-0', 'main-1'])
    expect([...document.querySelectorAll<HTMLElement>('[data-stop]')].at(-1)).toHaveTextContent('Passer le bonus')
  })

  it('turns the packet beside whose cover the button stands', async () => {
    const { wire } = await show(due())
    expect(label('turn-1')).toBe('Tourner le paquet 2 : 2 pourpre, goutte, une carte cachée dessous')
    await fireEvent.click(stop('turn-1'))
    expect(wire.sent).toMatchObject([{ action: 'turn 2' }])
  })

  it('offers to turn only where there is something to turn', async () => {
    await show(due(['main 1 left', 'turn 2', 'stop']))
    expect([stop('turn-0'), stop('turn-1')]).toEqual([null, expect.anything()])
  })

  it('may be passed', async () => {
    const { wire } = await show(due())
    await fireEvent.click(stop('action'))
    expect(wire.sent).toMatchObject([{ action: 'stop' }])
  })
})

describe('by keyboard', () => {
  it('the Main and the Rangée are one stop of the tab key, arrows go between all', async () => {
    await show(playing())
    expect(document.querySelectorAll('.own[tabindex="0"]')).toHaveLength(1)
    await press('ArrowDown')
    await settle()
    expect(at()).toBe('main-0')
    await press('ArrowUp')
    await settle()
    expect(at()).toBe('row-0')
    await press('ArrowRight')
    await settle()
    expect(at()).toBe('row-2')
    await press('ArrowDown')
    await settle()
    expect(at()).toBe('main-3')
    await press('ArrowDown')
    await settle()
    expect(at()).toBe('action')
  })

  it('letters flip, turn and pass', async () => {
    const { wire } = await show(playing())
    await press('r')
    expect(wire.sent).toMatchObject([{ action: 'flip' }])
    cleanup()
    const one = await show(ptitPoisRoom({ table: bonus() }, ['turn 2', 'stop']))
    await press('t')
    expect(one.wire.sent).toMatchObject([{ action: 'turn 2' }])
    cleanup()
    const two = await show(ptitPoisRoom({ table: bonus() }, BONUS))
    await press('t')
    await settle()
    expect([two.wire.sent, at()]).toEqual([[], 'turn-0'])
    await press('p')
    expect(two.wire.sent).toMatchObject([{ action: 'stop' }])
  })

  it('goes on at the next step', async () => {
    const { wire } = await show(playing())
    stop('main-2').focus()
    const view = ptitPoisRoom({ table: bonus({ bonus_pile: 1, piles: [card('V6'), card('J5')] }) }, ['main 1 right', 'stop'])
    wire.update({ ...view, decision: { round: 3, seat: 0, decision: 8, legal: ['main 1 right', 'stop'] } })
    await settle()
    expect(at()).toBe('main-0')
  })
})

describe('the hint', () => {
  const hinted = async (action: string, view = playing()) => {
    const shown = await show(view)
    shown.wire.hint = () => Promise.resolve({ t: 'hint', id: 'x', action, sentence: 'Fais ainsi.' })
    await shown.live.askHint()
    await tick()
    return shown
  }

  it('rings one card and its pile', async () => {
    await hinted('main 2 left')
    expect(stops('.legal')).toEqual(['pile-0', 'main-1'])
    expect(line()[1]).toBe('Fais ainsi.')
  })

  it('rings the packet or the button', async () => {
    await hinted('turn 1', ptitPoisRoom({ table: bonus() }, BONUS))
    expect(stops('.legal')).toEqual([])
    expect(stop('turn-0')).not.toHaveClass('quiet')
    expect(stop('turn-1')).toHaveClass('quiet')
    cleanup()
    await hinted('flip')
    expect(stop('action')).toHaveClass('primary')
  })
})

describe('what is left', () => {
  it('has both sums, the greater one marked', () => {
    render(Remains, { view: closedPtitPois({}), seat: 1 })
    expect(plain(screen.getByRole('img').getAttribute('aria-label'))).toBe('Main : 1. Rangée : 12. Le plus grand compte.')
    expect(plain(document.querySelector('.counts')?.textContent)).toBe('Rangée 12')
    expect(document.querySelectorAll('.card')).toHaveLength(3)
  })

  it('is nothing for a seat that was out of play', () => {
    const view = closedPtitPois({})
    const table = ptitPois({ step: 'over', seats: [seat('- - - -', '')] })
    render(Remains, { view: { ...view, table }, seat: 0 })
    expect(screen.getByText('hors de la manche')).toBeInTheDocument()
  })
})
