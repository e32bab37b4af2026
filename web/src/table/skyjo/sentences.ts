/** Skyjo in words: what happened, what is to do, why a score was doubled. */
import { number, say } from '../../words'
import type { Happening, RoomView, SkyjoView } from '../../wire/protocol.gen'
import { roundOf } from '../round'
import { nameOf, namesOf } from '../seats'
import { offer } from './actions'

/** Returns a thing that happened as a sentence. */
export function tell(happening: Happening, view: RoomView): string {
  const { what, seat, cells = [], card, old } = happening
  const isYou = seat === view.you
  const facts = { name: nameOf(view, seat), card: number(card ?? 0), old: number(old ?? 0) }
  switch (what) {
    case 'draw':
      return isYou && card != null ? say('table.skyjo.told.draw_you', facts) : say('table.skyjo.told.draw', facts)
    case 'take':
    case 'discard':
    case 'swap':
    case 'keep':
    case 'finish':
      return say(`table.skyjo.told.${isYou ? (`${what}_you` as const) : what}`, facts)
    case 'turn':
    case 'reveal':
      return say(isYou ? 'table.skyjo.told.turn_you' : 'table.skyjo.told.turn', facts)
    case 'remove': {
      const line = `remove_${lines(cells, roundOf(view, 'skyjo')?.columns ?? 1)}` as const
      const count = countOf(cells.length)
      return say(`table.skyjo.told.${isYou ? (`${line}_you` as const) : line}`, { ...facts, count })
    }
    case 'reshuffle':
      return say('table.skyjo.told.reshuffle')
    case 'over':
      return say('table.skyjo.told.over')
    default:
      return ''
  }
}

/** Returns which lines a set of cells makes up. */
export function lines(cells: readonly number[], columns: number): 'column' | 'row' | 'both' {
  const [first = 0] = cells
  if (cells.every((cell) => cell % columns === first % columns)) return 'column'
  if (cells.every((cell) => Math.floor(cell / columns) === Math.floor(first / columns))) return 'row'
  return 'both'
}

const COUNTS = ['count_2', 'count_3', 'count_4', 'count_5', 'count_6', 'count_7', 'count_8'] as const

function countOf(cards: number): string {
  const key = COUNTS[cards - 2]
  return key ? say(`table.skyjo.${key}`) : String(cards)
}

/** Returns what the turn line says: what the viewer may do and the other thing one could do, or who is awaited. */
export function prompt(view: RoomView): { title: string; note: string } {
  const table = roundOf(view, 'skyjo')
  if (!table) return { title: say('table.wait.shuffling'), note: '' }
  if (view.stage !== 'play') return { title: say('table.wait.round_over'), note: '' }
  if (!view.decision || view.you === null) return { title: waiting(view, table), note: whileWaiting(view, table) }
  const grid = table.grids[view.you]
  const can = offer(view.decision.legal, table.columns)
  if (can.keep) {
    const [cell = 0] = grid?.asked ?? []
    const asked = lines(grid?.asked ?? [], table.columns)
    const card = number(grid?.cells[cell] ?? 0)
    return { title: say(`table.skyjo.turn.${asked}`, { card }), note: say('table.skyjo.turn.lines_note') }
  }
  if (table.step === 'reveal') {
    const n = grid?.to_reveal ?? 0
    const isFirst = n === Number(view.settings['initial_reveals'])
    const title = say(isFirst ? 'table.skyjo.turn.reveal' : 'table.skyjo.turn.reveal_more', { n })
    return { title, note: whoStarts(view, table) }
  }
  if (can.take) {
    const card = number(table.discard ?? 0)
    return { title: say('table.skyjo.turn.source', { card }), note: say('table.skyjo.turn.source_note', { card }) }
  }
  if (can.turns) return { title: say('table.skyjo.turn.turn'), note: say('table.skyjo.turn.turn_note') }
  const kind = can.discard ? 'drawn' : 'taken'
  const card = number(table.held ?? 0)
  return { title: say(`table.skyjo.turn.${kind}`, { card }), note: say(`table.skyjo.turn.${kind}_note`) }
}

function whoStarts(view: RoomView, table: SkyjoView): string {
  if (table.first !== null) {
    if (table.first === view.you) return say('table.skyjo.turn.starts_you')
    return say('table.skyjo.turn.starts', { name: nameOf(view, table.first) })
  }
  const rule = view.settings[view.round === 1 ? 'first_seat' : 'next_first_seat']
  if (rule === 'highest_sum') return say('table.skyjo.turn.highest')
  if (rule === 'lowest_sum') return say('table.skyjo.turn.lowest')
  return say('table.skyjo.turn.choose')
}

function waiting(view: RoomView, table: SkyjoView): string {
  if (table.turn !== null && table.turn !== view.you)
    return say('table.wait.thinks', { name: nameOf(view, table.turn) })
  const seats = (view.wait?.seats ?? []).filter((seat) => seat !== view.you)
  return seats.length ? say('table.wait.names', { names: namesOf(view, seats) }) : say('table.wait.shuffling')
}

function whileWaiting(view: RoomView, table: SkyjoView): string {
  if (view.you !== null && view.seats[view.you]?.has_withdrawn) return say('table.wait.withdrawn')
  if (view.is_tie_break) return say('table.wait.tie_break', { names: namesOf(view, table.in_play) })
  return ''
}
