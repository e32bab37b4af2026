import { beforeEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../../src/language.svelte'
import { penalty, summary } from '../../../src/table/ptit_pois/counted'
import { bound, packetSpoken, playable, prompt, seatSpoken, tell } from '../../../src/table/ptit_pois/sentences'
import type { Happening, RoomView } from '../../../src/wire/protocol.gen'
import { BONUS, bonus, card, closedPtitPois, code, PLAYS, ptitPois, ptitPoisRoom, seat } from './table'

beforeEach(() => chooseLanguage('fr'))

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const told = (happening: Happening, view = ptitPoisRoom()) => plain(tell(happening, view))
const asked = (view: RoomView) => Object.values(prompt(view)).map(plain)
const due = (table: RoomView['table'], legal: string[]) => asked(ptitPoisRoom({ table }, legal))

describe('what happened', () => {
  it.each([
    [{ what: 'play', seat: 1, cells: [0, 0], card: code('V6'), old: code('V6') }, 'Inès a joué le 6 vert à gauche.'],
    [{ what: 'play_row', seat: 0, cells: [0, 1], card: code('O8'), old: code('J3') }, 'Tu as joué le 8 orange à droite.'],
    [{ what: 'bonus', seat: 1, cells: [0], card: code('P6') }, 'Bonus : pourpre sur pourpre !'],
    [{ what: 'turn_packet', seat: 1, cells: [0], card: code('R3'), old: null }, 'Inès a tourné un paquet : 3 rouge.'],
    [{ what: 'turn_packet', seat: 0, cells: [0], card: code('R3'), old: code('G1') }, 'Tu as tourné un paquet : 3 rouge, et 1 gris face cachée.'],
    [{ what: 'flip', seat: 1, cells: [1] }, 'Inès a retourné Up&Down : DOWN.'],
    [{ what: 'flip', seat: 0, cells: [0] }, 'Up&Down est sur UP.'],
    [{ what: 'draw', seat: 1, cells: [2], cards: [] }, 'Inès a pioché 2 cartes.'],
    [{ what: 'draw', seat: 1, cells: [1], cards: [] }, 'Inès a pioché 1 carte.'],
    [{ what: 'draw', seat: 0, cells: [2], cards: [code('J2'), code('V10')] }, 'Tu as pioché 2 jaune et 10 vert.'],
    [{ what: 'draw', seat: 1, cells: [0], cards: [] }, 'Il n’y a plus rien à piocher.'],
    [{ what: 'stuck', seat: 0 }, 'Rien ne passe : tu ne joues pas.'],
    [{ what: 'stop', seat: 1 }, 'Inès passe son bonus.'],
    [{ what: 'reshuffle', seat: 1 }, 'La pioche était vide : les deux piles sont remélangées.'],
    [{ what: 'over', seat: 1 }, 'La manche est finie.'],
  ] as [Happening, string][])('%o', (happening, sentence) => {
    expect(told(happening)).toBe(sentence)
  })

  it('says what the finisher has no more of', () => {
    expect(told({ what: 'finish', seat: 2 }, closedPtitPois({}))).toBe('Hugo n’a plus de Main : la manche finit.')
    const own = ptitPoisRoom({ table: ptitPois({ step: 'over' }, seat('- - - -', 'V9')) })
    expect(told({ what: 'finish', seat: 0 }, own)).toBe('Tu n’as plus de Rangée : la manche finit.')
  })
})

describe('what fits', () => {
  it.each([
    ['up', 'V6', 'J3', '3 ou plus'],
    ['down', 'V6', 'J3', '6 ou moins'],
    ['up', 'V10', 'J10', '10'],
    ['down', 'V1', 'J1', '1'],
    ['up', 'V1', 'J10', ''],
    ['down', 'V1', 'J10', ''],
  ])('%s on %s and %s: %s', (direction, left, right, text) => {
    expect(bound(ptitPois({ direction, piles: [card(left), card(right)] }))).toBe(text)
  })

  it('is about the one pile of a bonus', () => {
    expect(plain(playable(bonus()))).toBe('jouable : 6 ou plus')
    expect(plain(playable(bonus({ bonus_pile: null })))).toBe('jouable : 3 ou plus')
    expect(playable(ptitPois({ piles: [card('V1'), card('J3')] }))).toBe('tout est jouable')
  })
})

describe('what is to do', () => {
  it('a card, or the flip', () => {
    expect(due(ptitPois(), PLAYS)).toEqual(['À toi : joue 3 ou plus', 'Ou retourne Up&Down et pioche 2 cartes.'])
    expect(due(ptitPois(), ['main 1 left'])[1]).toBe('De ta Main ou de ta Rangée.')
  })
  it('the flip alone', () => {
    expect(due(ptitPois(), ['flip'])).toEqual(['Rien ne passe : retourne Up&Down', 'Tu pioches 2 cartes, puis tu joues.'])
  })
  it('a card after the flip', () => {
    expect(due(ptitPois({ step: 'flipped' }), PLAYS.slice(0, 2))).toEqual(['Joue une carte : 3 ou plus', 'Une carte qui passe est due.'])
  })
  it.each([
    [BONUS, 'Rejoue à gauche, ou tourne un paquet.'],
    [['main 1 left', 'stop'], 'Rejoue à gauche, ou passe.'],
    [['turn 1', 'stop'], 'Rien à rejouer : tourne un paquet, ou passe.'],
    [['stop'], 'Rien à rejouer ni à tourner : passe.'],
  ])('a bonus with %j', (legal, note) => {
    expect(due(bonus(), legal)).toEqual(['Bonus : vert sur vert !', note])
  })
  it('a bonus on any pile', () => {
    expect(due(bonus({ bonus_pile: null }), BONUS)).toEqual(['Bonus : même couleur !', 'Rejoue, ou tourne un paquet.'])
  })
  it('nothing: another seat thinks, perhaps about a bonus', () => {
    expect(due(ptitPois({ turn: 1 }), [])).toEqual(['Inès réfléchit…', ''])
    expect(due(bonus({ turn: 1 }), [])).toEqual(['Inès réfléchit…', 'Un bonus à jouer : vert sur vert.'])
  })
  it('nothing before the deal', () => {
    expect(due(ptitPois({ step: 'deal', piles: [], seats: [] }), [])).toEqual(['On mélange les cartes…', ''])
  })
})

describe('for the ear', () => {
  it('colours have their symbol', () => {
    expect(packetSpoken(seat('O8 . - -', '').row, 0)).toBe('8 orange, triangle, une carte cachée dessous')
    expect(plain(packetSpoken(seat('V6 (R2) - -', '').row, 0))).toBe('6 vert, rond, dessous, face cachée : 2 rouge, fleur')
  })
  it('packets of every kind', () => {
    const { row } = seat('- . P9 G1', '')
    expect([packetSpoken(row, 0), packetSpoken(row, 1)]).toEqual(['carte cachée seule', '9 pourpre, goutte et 1 gris, carré'])
    expect(packetSpoken(seat('- - - -', '').row, 0)).toBe('vide')
    expect(plain(packetSpoken(seat('- (J4) - -', '').row, 0))).toBe('face cachée, seule : 4 jaune, losange')
  })
  it('a seat says its total, its Main and its Rangée', () => {
    expect(plain(seatSpoken(ptitPoisRoom(), ptitPois(), 2))).toBe(
      'Hugo, total 4, Main de 3 cartes. Rangée : carte cachée seule ; 9 pourpre, goutte, dessous, face cachée : 1 vert, rond.',
    )
    expect(seatSpoken(ptitPoisRoom(), ptitPois({ in_play: [0, 1] }), 2)).toBe('Hugo, hors de la manche')
  })
})

describe('how the round came out (P8, P9)', () => {
  const COUNTS = 'Entre la Main et la Rangée, la plus grande somme compte.'
  it('the lowest counts 0', () => {
    const view = closedPtitPois({})
    expect(penalty(view, 2)).toMatchObject({ sum: 9, isGood: true })
    expect(plain(penalty(view, 2)?.why ?? '')).toBe('0 : le plus bas')
    expect(plain(summary(view))).toBe(`${COUNTS} Hugo a fini avec le plus bas, 9 : ces points comptent 0.`)
    expect(penalty(view, 0)).toBeNull()
  })
  it('a tie may be protected', () => {
    const view = closedPtitPois({ lowest: 9 }, { sums: [9, 12, 9, 15] })
    expect(plain(penalty(view, 2)?.why ?? '')).toBe('0 : plus bas, ex æquo')
    expect(plain(summary(view))).toBe(`${COUNTS} Hugo a fini à 9, comme toi : personne n’est plus bas, ces points comptent 0.`)
  })
  it('or doubled', () => {
    const view = closedPtitPois({ reason: 'tied', after: 18, lowest: 9 }, { sums: [11, 9, 9, 15] })
    expect(penalty(view, 2)).toMatchObject({ sum: 9, isGood: false })
    expect(plain(penalty(view, 2)?.why ?? '')).toBe('×2 : ex æquo à 9')
    expect(plain(summary(view))).toBe(`${COUNTS} Hugo a fini à 9, comme Inès : ces points comptent double.`)
  })
  it('who is beaten is doubled', () => {
    const view = closedPtitPois({ reason: 'beaten', after: 18, lowest: 8 }, { sums: [11, 8, 9, 15] })
    expect(plain(penalty(view, 2)?.why ?? '')).toBe('×2 : plus bas à 8')
    expect(plain(summary(view))).toBe(`${COUNTS} Hugo a fini à 9, mais le plus bas est à 8 (Inès) : ces points comptent double.`)
  })
  it('nobody is penalised at the turn limit, or where the finisher has left', () => {
    expect(plain(summary(closedPtitPois(null, { truncated: true, finisher: null, turns: 600 })))).toContain('600 tours sans fin')
    expect(summary(closedPtitPois(null))).toContain('Qui avait fini la manche n’est plus là')
  })
  it('a score that is its sum has no reason', () => {
    expect(penalty(closedPtitPois({ before: 0, after: 0, lowest: 3 }), 2)).toBeNull()
  })
})

describe('in English', () => {
  it('says the same', async () => {
    await chooseLanguage('en')
    expect(prompt(ptitPoisRoom({ table: bonus() }, BONUS))).toEqual({
      title: 'Bonus: green on green!',
      note: 'Play again on the left, or turn a packet.',
    })
    expect(summary(closedPtitPois({}))).toBe('Of Main and Rangée, the greater sum counts. Hugo finished with the lowest, 9: these points count 0.')
  })
})
