import { beforeEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../../src/language.svelte'
import { summary } from '../../../src/table/jungo/counted'
import { gapSpoken, handSpoken, prompt, tell, toBeat, unit } from '../../../src/table/jungo/sentences'
import { cardsSpoken, combination, combinationSpoken } from '../../../src/table/jungo/words'
import { closedJungo, drawn, gaps, hand, jungo, jungoRoom, won } from './table'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const said = (...args: Parameters<typeof jungoRoom>) => {
  const { title, note } = prompt(jungoRoom(...args))
  return [plain(title), plain(note)]
}

beforeEach(() => chooseLanguage('fr'))

describe('combinations in words', () => {
  it('are dots for the eye and counted for the ear', () => {
    expect(plain(combination(4, 2))).toBe('4 · 4')
    expect(combination(4, 5)).toBe('5 fois 4')
    expect(combinationSpoken(4, 1)).toBe('un 4')
    expect(combinationSpoken(6, 10)).toBe('dix 6')
  })
  it('keep their doubles where no value was named', () => {
    expect(cardsSpoken([4, 4, 4])).toBe('trois 4')
    expect(cardsSpoken([12, 2])).toBe('1/2 et 2')
  })
  it('are said in English too', async () => {
    await chooseLanguage('en')
    expect(combinationSpoken(8, 1)).toBe('one 8')
    expect(combinationSpoken(8, 2)).toBe('two 8s')
  })
})

describe('what beats the table (J5)', () => {
  const beats = (value: number, cards: number[]) => plain(toBeat(jungo({ value, combination: cards })))
  it('as many of a higher value, or more cards', () => {
    expect(beats(4, [4, 4])).toBe('il faut 5 · 5 et plus, ou 3 cartes')
    expect(beats(2, [12])).toBe('il faut 3 et plus, ou 2 cartes')
  })
  it('nothing is higher than 8', () => {
    expect(beats(7, [7, 7, 7])).toBe('il faut 8 · 8 · 8, ou 4 cartes')
    expect(beats(8, [8])).toBe('il faut 2 cartes')
  })
})

describe('what is to do', () => {
  it('on a free table', () => {
    const free = { table: jungo({ combination: [], value: null, owner: null }) }
    expect(said(free, ['draw', 'play 1-1'])).toEqual(['À toi : joue ce que tu veux', 'La table est libre. Ou pioche une carte.'])
    expect(said(free, ['play 1-1'])).toEqual(['À toi : joue ce que tu veux', 'La pioche est vide : il faut jouer.'])
  })
  it('on a combination', () => {
    expect(said({}, ['draw', 'play 2-3'])).toEqual(['À toi : bats 4 · 4, ou pioche', 'Choisis les cartes à jouer, d’un bout à l’autre.'])
    expect(said({}, ['pass', 'play 2-3'])[0]).toBe('À toi : bats 4 · 4, ou passe')
    expect(said({}, ['draw'])).toEqual(['À toi : pioche', 'Rien dans ta main ne bat 4 · 4.'])
    expect(said({}, ['pass'])[0]).toBe('À toi : passe')
  })
  it('with a drawn card', () => {
    expect(said({ table: drawn(6) }, ['discard', ...gaps(8), 'jungo with 2-3'])).toEqual([
      'À toi : place ton 6, ou JUNGO !',
      'Choisis un intervalle, ou joue 6 · 6 · 6.',
    ])
    expect(said({ table: drawn(34) }, ['discard', ...gaps(8)])).toEqual(['À toi : place ton 3/4', 'Choisis un intervalle, ou défausse-le.'])
  })
  it('with beaten cards', () => {
    const beaten = { table: jungo({ step: 'beaten', beaten: [4, 4], owner: 0, combination: [6, 6], value: 6 }) }
    expect(said(beaten, ['take', 'throw'])).toEqual(['Battus : deux 4. Tu prends ?', 'Ce que tu prends entre dans ta main, où tu veux.'])
    const settings = { beaten_cards: 'per_card' }
    expect(said({ ...beaten, settings }, ['take', 'throw'])).toEqual(['Battu : un 4. Tu prends ?', 'Encore 1 carte après celle-ci.'])
    const gap = { table: jungo({ step: 'gap', beaten: [4, 34] }) }
    expect(said(gap, gaps(8))).toEqual(['À toi : place le 4', 'Choisis un intervalle. 2 cartes à placer.'])
  })
  it('while others play, and in a tie-break without the viewer', () => {
    expect(said({ table: jungo({ turn: 2 }) })).toEqual(['Hugo réfléchit…', ''])
    expect(said({ table: jungo({ turn: 2, in_play: [1, 2] }) })).toEqual(['Hugo réfléchit…', 'Une manche de départage, sans toi.'])
    expect(said({ table: null })[0]).toBe('On mélange les cartes…')
  })
  it('when the round is won, or by nobody', () => {
    expect(plain(prompt(closedJungo()).title)).toBe('Hugo gagne la manche')
    expect(plain(prompt(closedJungo({ table: jungo({ step: 'over', turn: null, finisher: 0 }) })).title)).toBe('La manche est à toi')
    expect(plain(prompt(closedJungo({ table: jungo({ step: 'over', turn: null }) })).title)).toBe('La manche est finie')
  })
})

describe('what happened', () => {
  const told = (happening: Parameters<typeof tell>[0]) => plain(tell(happening, jungoRoom()))
  it.each([
    [{ what: 'play', seat: 1, cells: [0, 1], card: 4, cards: [4, 34] }, 'Inès a joué deux 4.', 'Tu as joué deux 4.'],
    [{ what: 'jungo', seat: 1, cells: [0, 1], card: 6, cards: [6, 6, 6] }, 'JUNGO ! Inès a joué trois 6.', 'JUNGO ! Tu as joué trois 6.'],
    [{ what: 'discard', seat: 1, card: 12 }, 'Inès a défaussé le 1/2.', 'Tu as défaussé le 1/2.'],
    [{ what: 'take', seat: 1, cards: [4, 4] }, 'Inès prend deux 4.', 'Tu prends deux 4.'],
    [{ what: 'throw', seat: 1, cards: [12, 2] }, 'Inès a jeté 1/2 et 2.', 'Tu as jeté 1/2 et 2.'],
    [{ what: 'pick_up', seat: 1, cells: [2], card: 4 }, 'Inès a placé le 4.', 'Tu as placé le 4.'],
    [{ what: 'pass', seat: 1 }, 'Inès passe.', 'Tu passes.'],
    [{ what: 'full_lap', seat: 1 }, 'Tour complet : Inès repart d’une table libre.', 'Tour complet : tu repars d’une table libre.'],
    [{ what: 'finish', seat: 1 }, 'Inès n’a plus de carte et gagne la manche.', 'Tu n’as plus de carte : la manche est à toi.'],
  ])('%j', (happening, theirs, yours) => {
    expect(told(happening)).toBe(theirs)
    expect(told({ ...happening, seat: 0 })).toBe(yours)
  })
  it('a drawn card is named to who drew it only', () => {
    expect(told({ what: 'draw', seat: 1, card: null })).toBe('Inès a pioché.')
    expect(told({ what: 'draw', seat: 0, card: 6 })).toBe('Tu as pioché le 6.')
    expect(told({ what: 'insert', seat: 1, cells: [0], card: null })).toBe('Inès garde la carte piochée.')
    expect(told({ what: 'insert', seat: 0, cells: [0], card: 6 })).toBe('Tu as placé le 6.')
  })
  it('the lap of a seat that has left only clears the table (J14)', () => {
    const view = jungoRoom()
    const seats = view.seats.map((seat) => ({ ...seat, has_withdrawn: seat.name === 'Inès' }))
    expect(plain(tell({ what: 'full_lap', seat: 1 }, { ...view, seats }))).toBe('Tour complet : la table est libre.')
  })
})

describe('how the round came out', () => {
  it('who won it, or that nobody did', () => {
    expect(plain(summary(closedJungo()))).toBe('Hugo n’a plus de carte et gagne la manche.')
    expect(plain(summary(closedJungo({ rounds: [won(0)] })))).toBe('Tu n’as plus de carte : la manche est à toi.')
    expect(plain(summary(closedJungo({ rounds: [won(null)] })))).toBe('6 tours sans fin : personne ne gagne cette manche.')
  })
  it('what totals count (J12)', () => {
    expect(unit(jungoRoom())).toBe('rounds')
    expect(unit(jungoRoom({ settings: { score: 'cards_left' } }))).toBe('cards')
  })
})

describe('hands and gaps for the ear', () => {
  it('an opponent’s hand by its size, with what everyone knows of it (J13)', () => {
    expect(plain(handSpoken(jungoRoom(), jungo(), 1))).toBe('Inès, 7 cartes')
    const hands = [hand('3'), hand('. 4 .'), hand('. 4 1/2'), hand('.')]
    expect(plain(handSpoken(jungoRoom(), jungo({ hands }), 2))).toBe('Hugo, 3 cartes, connues : 4 en place 2, 1/2 en place 3')
  })
  it('a gap by its neighbours', () => {
    const cards = [3, 56, 2]
    expect([0, 1, 2, 3].map((gap) => gapSpoken(cards, gap))).toEqual([
      '1, avant le 3',
      '2, entre le 3 et le 5/6',
      '3, entre le 5/6 et le 2',
      'au bout, après le 2',
    ])
    expect(gapSpoken([], 0)).toBe('dans la main vide')
  })
})
