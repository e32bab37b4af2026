import { beforeEach, describe, expect, it } from 'vitest'
import { actionsOf, loadActions } from '../../src/analysis/actions/actions'
import { chooseLanguage, loadWords } from '../../src/language.svelte'
import { loadTable } from '../../src/table/boards'
import type { JungoView } from '../../src/wire/protocol.gen'
import { drawn } from '../table/jungo/table'
import { ptitPois } from '../table/ptit_pois/table'
import { grid, skyjo } from '../table/table'

const GAMES = ['skyjo', 'jungo', 'ptit_pois']
await Promise.all([loadWords('analysis'), ...GAMES.map(loadTable), ...GAMES.map(loadActions)])
beforeEach(() => chooseLanguage('fr'))

describe('actions of Skyjo', () => {
  const view = skyjo({ held: 7, grids: [grid('12 . 4 .  . . 4 .  . . 4 .', { asked: [2, 6, 10] })] }, 1)
  it.each([
    ['draw', 'piocher', ['pile'], [null]],
    ['take', 'prendre le 3 de la défausse', ['discard'], [3]],
    ['discard', 'défausser le 7', ['discard'], [7]],
    ['swap a1', 'poser le 7 sur le 12, ligne 1, colonne 1', ['cell-0-0'], [7, 12]],
    ['swap b2', 'poser le 7 sur la carte cachée en ligne 2, colonne 2', ['cell-0-5'], [7, null]],
    ['turn d3', 'retourner la carte en ligne 3, colonne 4', ['cell-0-11'], [null]],
    ['remove', 'enlever les 4', ['cell-0-2', 'cell-0-6', 'cell-0-10'], [4, 4, 4]],
    ['keep', 'garder les 4', ['cell-0-2', 'cell-0-6', 'cell-0-10'], [4, 4, 4]],
  ])('%s', (action, name, places, cards) => {
    const actions = actionsOf(view)
    expect(actions.name(action, view, 0)).toBe(name)
    expect(actions.places(action, view, 0)).toEqual(places)
    expect(actions.cards(action, view, 0)).toEqual(cards)
  })
})

describe('actions of Jungo', () => {
  const view = drawn(6, { beaten: [] }, '4 6 6 3/4 8')
  it.each([
    ['draw', 'piocher', ['pile'], [null]],
    ['pass', 'passer', [], []],
    ['discard', 'défausser le 6', ['discard'], [6]],
    ['insert 0', 'placer le 6 en place 1', ['hand-0-0'], [6]],
    ['insert 5', 'placer le 6 en place 6', ['hand-0-4'], [6]],
    ['play 2-3', 'jouer 6\u00a0· 6', ['hand-0-1', 'hand-0-2'], [6, 6]],
    ['jungo with 2-3', 'JUNGO, jouer 6\u00a0· 6\u00a0· 6', ['held', 'hand-0-1', 'hand-0-2'], [6, 6, 6]],
  ])('%s', (action, name, places, cards) => {
    const actions = actionsOf(view)
    expect(actions.name(action, view, 0)).toBe(name)
    expect(actions.places(action, view, 0)).toEqual(places)
    expect(actions.cards(action, view, 0)).toEqual(cards)
  })

  it('say which of several equal cards they play', () => {
    const twice: JungoView = { ...view, hands: [{ size: 6, cards: [6, 3, 6, 6, 12, 7] }, ...view.hands.slice(1)] }
    const actions = actionsOf(twice)
    expect(actions.name('play 3-3', twice, 0)).toBe('jouer 6, place 3')
    expect(actions.name('play 3-4', twice, 0)).toBe('jouer 6\u00a0· 6')
    expect(actions.name('play 6-6', twice, 0)).toBe('jouer 7')
    const runs: JungoView = { ...twice, hands: [{ size: 5, cards: [6, 6, 3, 56, 6] }, ...view.hands.slice(1)] }
    expect(actions.name('play 4-5', runs, 0)).toBe('jouer 6\u00a0· 6, à partir de la place 4')
  })

  it('beaten cards are taken or thrown away together, and placed one by one', () => {
    const beaten: JungoView = { ...view, held: null, is_holding: false, beaten: [5, 5] }
    const actions = actionsOf(beaten)
    expect(actions.name('take', beaten, 0)).toBe('prendre les cartes battues')
    expect(actions.name('throw', beaten, 0)).toBe('jeter les cartes battues')
    expect(actions.name('insert 1', beaten, 0)).toBe('placer le 5 en place 2')
    expect(actions.places('take', beaten, 0)).toEqual(['beaten-0', 'beaten-1'])
    expect(actions.places('throw', beaten, 0)).toEqual(['discard'])
    expect(actions.cards('take', beaten, 0)).toEqual([5, 5])
  })
})

describe('actions of P’tit Pois', () => {
  const view = ptitPois()
  const card = view.seats[0]?.main[0]
  it('name the card and the pile', () => {
    const actions = actionsOf(view)
    expect(card).toBeTruthy()
    expect(actions.name('main 1 left', view, 0)).toMatch(/^jouer le \d+ \S+ à gauche$/)
    expect(actions.name('main 1 right', view, 0)).toMatch(/ à droite$/)
    expect(actions.places('main 1 left', view, 0)).toEqual(['main-0-0', 'pile-0'])
    expect(actions.cards('main 1 right', view, 0)).toHaveLength(2)
  })
  it.each([
    ['flip', 'retourner Up&Down et piocher 2', [], []],
    ['stop', 'passer le bonus', [], []],
    ['turn 2', 'tourner le paquet 2', ['row-0-2', 'row-0-3'], [null]],
  ])('%s', (action, name, places, cards) => {
    const actions = actionsOf(view)
    expect(actions.name(action, view, 0)).toBe(name)
    expect(actions.places(action, view, 0)).toEqual(places)
    expect(actions.cards(action, view, 0)).toEqual(cards)
  })
})

it('a game without words for its actions is a fault of ours', async () => {
  await expect(loadActions('belote')).rejects.toThrow('no words for the actions of belote')
})
