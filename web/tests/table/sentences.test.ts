import { beforeEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../src/language.svelte'
import { penalty, summary } from '../../src/table/skyjo/counted'
import { lines, prompt, tell } from '../../src/table/skyjo/sentences'
import type { RoomView } from '../../src/wire/protocol.gen'
import { closed, everywhere, grid, room, skyjo } from './table'

// No-break spaces are written as plain ones here.
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const title = (view: RoomView) => plain(prompt(view).title)
const note = (view: RoomView) => plain(prompt(view).note)

beforeEach(() => chooseLanguage('fr'))

describe('the turn line', () => {
  it('says how many cards are to be turned, and who will begin', () => {
    const asked = (to_reveal: number) => [grid('. . . .  . . . .  . . . .', { to_reveal }), grid('.')]
    const reveal = (n: number, more = {}) =>
      room({ ...more, table: skyjo({ step: 'reveal', turn: null, first: null, grids: asked(n) }) }, everywhere('turn'))
    expect(title(reveal(2))).toBe('Retourne 2 cartes')
    expect(title(reveal(1))).toBe('Encore 1 carte à retourner')
    expect(note(reveal(2, { round: 1 }))).toBe('La plus haute somme visible commence.')
    const second = room({ table: skyjo({ step: 'reveal', turn: null, first: 2, grids: asked(2) }) }, everywhere('turn'))
    expect(note(second)).toBe('Hugo commence.')
  })

  it('offers the draw pile and the top discard', () => {
    const view = room({}, ['draw', 'take'])
    expect(title(view)).toBe('À toi : pioche, ou prends le 3')
    const minus = room({ table: skyjo({ discard: -2 }) }, ['draw', 'take'])
    expect(title(minus)).toBe('À toi : pioche, ou prends le −2')
  })

  it('says what to do with the card in hand, and the alternative', () => {
    const drawn = room({ table: skyjo({ step: 'drawn', held: 7, is_holding: true }) }, [
      'discard',
      ...everywhere('swap'),
    ])
    expect(title(drawn)).toBe('À toi : échange le 7')
    expect(note(drawn)).toBe('Ou défausse-le et retourne une carte cachée.')
    const taken = room({ table: skyjo({ step: 'taken', held: 3, is_holding: true }) }, everywhere('swap'))
    expect(title(taken)).toBe('À toi : échange le 3')
    expect(note(taken)).not.toContain('défausse-le')
  })

  it('asks for a hidden card after a refused one', () => {
    expect(title(room({ table: skyjo({ step: 'turn' }) }, ['turn a1', 'turn b2']))).toBe('À toi : retourne une carte')
  })

  it('asks about a complete line by its cards', () => {
    const asked = (cells: number[]) =>
      room({ table: skyjo({ step: 'lines', grids: [grid('6 6 6 6  6 . . .  6 . . .', { asked: cells })] }) }, [
        'remove',
        'keep',
      ])
    expect(title(asked([0, 4, 8]))).toBe('Colonne de 6 : tu l’enlèves ?')
    expect(title(asked([0, 1, 2, 3]))).toBe('Ligne de 6 : tu l’enlèves ?')
    expect(title(asked([0, 1, 2, 3, 4, 8]))).toBe('Colonne et ligne de 6 : tu les enlèves ?')
    expect(lines([0], 4)).toBe('column')
  })

  it('names who is awaited otherwise', () => {
    expect(title(room({ table: skyjo({ turn: 1 }) }))).toBe('Inès réfléchit…')
    const reveals = room({
      table: skyjo({ step: 'reveal', turn: null }),
      wait: { seats: [1, 3], until: null, why: 'move' },
    })
    expect(title(reveals)).toBe('On attend Inès et Karim')
    expect(title(room({ stage: 'salt', table: null }))).toBe('On mélange les cartes…')
  })
})

describe('who only looks', () => {
  it('is told why: the seat was left, or others play a tie-break', () => {
    const view = room({ table: skyjo({ turn: 1 }) })
    const seats = view.seats.map((seat, place) => ({ ...seat, has_withdrawn: place === 0 }))
    expect(note({ ...view, seats })).toBe('Tu as laissé ta place : tu regardes')
    expect(note(room({ is_tie_break: true, seats: view.seats, table: skyjo({ turn: 1, in_play: [1, 2] }) }))).toBe(
      'Départage entre Inès et Hugo.',
    )
    expect(note(view)).toBe('')
  })
})

describe('what happened', () => {
  const told = (...args: Parameters<typeof tell>) => plain(tell(...args))
  const view = room()

  it.each([
    [{ what: 'draw', seat: 1 }, 'Inès a pioché.'],
    [{ what: 'draw', seat: 0, card: 7 }, 'Tu as pioché le 7.'],
    [{ what: 'take', seat: 1, card: -1 }, 'Inès a pris le −1.'],
    [{ what: 'discard', seat: 0, card: 12 }, 'Tu as défaussé le 12.'],
    [{ what: 'swap', seat: 2, cells: [4], card: 3, old: 10 }, 'Hugo a posé le 3 et défaussé le 10.'],
    [{ what: 'reveal', seat: 0, cells: [4], card: 0 }, 'Tu as retourné un 0.'],
    [{ what: 'turn', seat: 3, cells: [4], card: 5 }, 'Karim a retourné un 5.'],
    [{ what: 'remove', seat: 2, cells: [1, 5, 9], card: 6 }, 'Hugo a trois 6 : la colonne s’en va.'],
    [{ what: 'remove', seat: 0, cells: [0, 1, 2, 3], card: -2 }, 'Tu as quatre −2 : la ligne s’en va.'],
    [
      { what: 'remove', seat: 0, cells: [0, 1, 2, 3, 4, 8], card: 5 },
      'Tu as six 5 : la colonne et la ligne s’en vont.',
    ],
    [{ what: 'keep', seat: 1, cells: [1, 5, 9] }, 'Inès garde ses cartes.'],
    [{ what: 'finish', seat: 2 }, 'Hugo a tout retourné : dernier tour.'],
    [{ what: 'over', seat: 0 }, 'La manche est finie.'],
    [{ what: 'reshuffle', seat: 0 }, 'La pioche était vide : la défausse est remélangée.'],
  ])('%j', (happening, sentence) => {
    expect(told(happening, view)).toBe(sentence)
  })

  it('is told in English too', async () => {
    await chooseLanguage('en')
    expect(told({ what: 'swap', seat: 2, cells: [4], card: 3, old: 10 }, view)).toBe(
      'Hugo placed the 3 and discarded the 10.',
    )
    expect(told({ what: 'remove', seat: 0, cells: [1, 5, 9], card: 6 }, view)).toBe(
      'You have three 6s: the column goes.',
    )
    expect(title(room({}, ['draw', 'take']))).toBe('Your turn: draw, or take the 3')
  })
})

describe('the finisher’s penalty (S9)', () => {
  it('stands beside the struck sum with its reason', () => {
    const { sum, why } = penalty(closed(), 2) ?? {}
    expect(sum).toBe(10)
    expect(plain(why ?? '')).toBe('×2 : ex æquo à 10')
    expect(penalty(closed(), 0)).toBeNull()
  })

  it('is explained in a sentence', () => {
    expect(plain(summary(closed()))).toBe('Hugo a fini la manche à 10, comme Inès : ses points comptent double.')
  })

  it('names those who have less', () => {
    const view = closed()
    const beaten = { seat: 0, before: 24, after: 48, reason: 'beaten', lowest: 10 }
    const table = { ...skyjo(), ...view.table, finisher: 0, penalty: beaten }
    expect(plain(summary({ ...view, table }))).toBe(
      'Tu as fini la manche à 24, mais le plus bas est à 10 (Inès et Hugo) : tes points comptent double.',
    )
    expect(plain(penalty({ ...view, table }, 0)?.why ?? '')).toBe('×2 : plus bas à 10')
  })

  it.each([
    [{ penalty: 'multiply', multiplier: 3 }, '×3 : ex æquo à 10', 'ses points comptent 3 fois.'],
    [{ penalty: 'flat' }, '+10 : ex æquo à 10', '10 points s’ajoutent.'],
    [
      { penalty: 'flat_then_multiply' },
      '+10 puis ×2 : ex æquo à 10',
      '10 points s’ajoutent, puis le tout compte 2 fois.',
    ],
    [
      { penalty: 'multiply_then_flat' },
      '×2 puis +10 : ex æquo à 10',
      'ses points comptent 2 fois, puis 10 s’ajoutent.',
    ],
  ])('follows the setting %j', (settings, pill, effect) => {
    const view = closed()
    const changed = { ...view, settings: { ...view.settings, ...settings } }
    expect(plain(penalty(changed, 2)?.why ?? '')).toBe(pill)
    expect(plain(summary(changed))).toContain(effect)
  })

  it('is not spoken of where there is none', () => {
    const view = closed()
    const table = { ...skyjo(), ...view.table, penalty: null }
    expect(summary({ ...view, table })).toBe('Hugo a fini la manche sans pénalité.')
    expect(summary({ ...view, table: { ...table, truncated: true, finisher: null, turns: 1000 } })).toContain(
      '1 000'.replace(' ', '\u202f'),
    )
    expect(summary({ ...view, table: { ...table, scores: [24, 10, null, 31] } })).toContain('personne n’est pénalisé')
  })
})
