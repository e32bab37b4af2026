import { describe, expect, test } from 'vitest'
import { applied, judged } from '../../src/sheet/apply'
import type { Round, SheetCommand, SheetView } from '../../src/sheet/wire'
import { sheet } from './sheets'

function round(totals: number[], finisher: number): Round {
  const entries = Object.fromEntries(totals.map((total, at) => [`player-${at}`, { total }]))
  return { entries, finisher: `player-${finisher}`, is_unknown: false }
}
const close = (id: string, number: number, content: Round): SheetCommand => ({ do: 'close', round: id, number, content })
const after = (view: SheetView, ...commands: SheetCommand[]) => commands.reduce(applied, view)

describe('what a device wrote, on top of the last view', () => {
  test('K6: a corrected round changes totals, ranks and leader', () => {
    const view = after(sheet(['A', 'B']), close('one', 1, round([5, 7], 0)), close('two', 2, round([12, 12], 0)))
    expect(view.totals).toEqual([29, 19])
    const corrected = after(view, { do: 'edit', round: 'two', content: round([12, 13], 0), seen: round([12, 12], 0) })
    expect(corrected.totals).toEqual([17, 20])
    expect(corrected.leaders).toEqual([0])
  })

  test('a round is closed once, however often it is told', () => {
    const told = close('one', 1, round([5, 7, 9], 0))
    expect(after(sheet(), told, told).rounds).toHaveLength(1)
  })

  test('a second round of the same number is left to the host', () => {
    const view = after(sheet(), close('one', 1, round([5, 7, 9], 0)), close('other', 1, round([6, 7, 9], 0)))
    expect(view.rounds.map(({ id }) => id)).toEqual(['one'])
  })

  test('entries and the finisher stand in the draft until the round is closed', () => {
    const entry = { do: 'enter', round: 'one', number: 1, player: 'player-1', entry: { total: 7 }, seen: null } as const
    const finish = { do: 'finish', round: 'one', number: 1, finisher: 'player-0', is_unknown: false } as const
    const view = after(sheet(), entry, finish)
    expect(view.draft).toEqual({
      ...{ id: 'one', number: 1 },
      content: { entries: { 'player-1': { total: 7 } }, finisher: 'player-0', is_unknown: false },
    })
    expect(after(view, close('one', 1, round([5, 7, 9], 0))).draft).toBeNull()
    expect(after(view, { ...entry, entry: null, seen: { total: 7 } }).draft?.content.entries).toEqual({})
  })

  test('a deleted round lets later ones move up, and the game reopens', () => {
    const rounds = [1, 2, 3].map((n) => close(`round-${n}`, n, round([5, 7, 9], 0)))
    const over = after(sheet(), ...rounds)
    expect(over.ended).toBe('rounds')
    const view = after(over, { do: 'delete', round: 'round-1', seen: round([5, 7, 9], 0) })
    expect(view.rounds.map(({ id, number }) => [id, number])).toEqual([['round-2', 1], ['round-3', 2]])
    expect(view.ended).toBeNull()
  })

  test('the host ends a game early and takes that back', () => {
    const view = after(sheet(), close('one', 1, round([5, 7, 9], 0)), { do: 'end_sheet' })
    expect(view.ended).toBe('ended')
    expect(after(view, { do: 'reopen' }).ended).toBeNull()
  })

  test('players come late, go, change their names and their order', () => {
    const late = { do: 'add_player', player: { id: 'player-late', name: 'Karim' } } as const
    const view = after(sheet(), close('one', 1, round([5, 7, 9], 0)), late)
    expect(view.rounds[0]?.scores).toEqual([5, 7, 9, 9])
    expect(after(view, { do: 'drop_player', player: 'player-0' }).totals).toEqual([null, 7, 9, 9])
    expect(after(view, late).players).toHaveLength(4)
    const renamed = after(view, { do: 'rename', player: 'player-0', name: 'Léo', version: 'v', seen: '' })
    expect(renamed.players[0]?.name).toBe('Léo')
    const order = ['player-2', 'player-0', 'player-1']
    const moved = after(sheet(), { do: 'reorder', players: order, seen: ['player-0', 'player-1', 'player-2'] })
    expect(moved.players.map(({ id }) => id)).toEqual(order)
  })

  test('another length judges the end anew', () => {
    const view = after(sheet(), close('one', 1, round([5, 7, 9], 0)), { do: 'set_length', end: 'rounds(1)', seen: 'rounds(3)' })
    expect(view.ended).toBe('rounds')
  })

  test('what only the server can tell changes nothing here', () => {
    const view = sheet()
    expect(after(view, { do: 'undo', change: 1 }, { do: 'redo', change: 1 })).toBe(view)
    expect(judged(view)).toEqual(view)
  })
})
