import { describe, expect, it } from 'vitest'
import { moves } from '../../../src/table/ptit_pois/moves'
import { code, ptitPois, seat } from './table'

const before = ptitPois()

describe('what travels', () => {
  it('a card of the own Main goes open onto its pile', () => {
    const planned = moves([{ what: 'play', seat: 0, cells: [1, 1], card: code('J6'), old: code('J3') }], before, before, 0)
    expect(planned).toEqual([{ card: code('J6'), from: 'main-0-1', to: 'pile-1', flips: false, after: 0, waits: true }])
  })

  it('a card of another Main shows its back first', () => {
    const planned = moves([{ what: 'play', seat: 3, cells: [5, 0], card: code('V6'), old: code('V6') }], before, before, 0)
    expect(planned).toMatchObject([{ from: 'main-3', to: 'pile-0', flips: true }])
  })

  it('a card of a Rangée comes from its packet', () => {
    const planned = moves([{ what: 'play_row', seat: 1, cells: [2, 0], card: code('J2'), old: code('V6') }], before, before, 0)
    expect(planned).toMatchObject([{ from: 'row-1-2', to: 'pile-0', flips: false }])
  })

  it('a packet turns where it lies', () => {
    const after = ptitPois({}, seat('V3 (O8) P2 .', 'V9 J6 V5 P1'))
    const planned = moves([{ what: 'turn_packet', seat: 0, cells: [0], card: code('V3'), old: code('O8') }], before, after, 0)
    expect(planned).toMatchObject([{ card: code('V3'), from: 'row-0-0', to: 'row-0-0', flips: true }])
  })

  it('a lone hidden card turns from where it was', () => {
    const was = ptitPois({}, seat('- . P2 .', 'V9'))
    const after = ptitPois({}, seat('V3 - P2 .', 'V9'))
    const planned = moves([{ what: 'turn_packet', seat: 0, cells: [0], card: code('V3') }], was, after, 0)
    expect(planned).toMatchObject([{ from: 'row-0-1', to: 'row-0-0', flips: true }])
  })

  it('where packets are spread only the hidden card turns', () => {
    const after = ptitPois({}, seat('O8 V3 P2 .', 'V9 J6 V5 P1'))
    const planned = moves([{ what: 'turn_packet', seat: 0, cells: [0], card: code('V3') }], before, after, 0)
    expect(planned).toMatchObject([{ from: 'row-0-1', to: 'row-0-1', flips: true }])
  })

  it('drawn cards join the own Main open, another Main hidden', () => {
    const drawn = { what: 'draw', seat: 0, cells: [2], cards: [code('V2'), code('R3')] }
    expect(moves([drawn], before, before, 0)).toMatchObject([
      { card: code('V2'), from: 'draw', to: 'main-0-4', flips: true },
      { card: code('R3'), from: 'draw', to: 'main-0-5', flips: true },
    ])
    expect(moves([{ what: 'draw', seat: 1, cells: [2], cards: [] }], before, before, 0)).toMatchObject([
      { card: null, from: 'draw', to: 'main-1' },
      { card: null, from: 'draw', to: 'main-1' },
    ])
  })

  it('at the end what lay hidden is turned over (P8)', () => {
    const after = ptitPois({ step: 'over' }, seat('- V3 P2 G7', ''))
    const was = ptitPois({}, seat('O8 . P2 .', ''))
    const played = { what: 'play_row', seat: 0, cells: [0, 0], card: code('O8'), old: code('V6') }
    const turned = moves([played, { what: 'over', seat: 0 }], was, after, 0).slice(1)
    expect(turned.map(({ from, card }) => [from, card])).toEqual([
      ['row-0-1', code('V3')],
      ['row-0-3', code('G7')],
    ])
  })
})
