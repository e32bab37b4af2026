/** Tables where people gather, for the tests of the lobby. */
import { loadWords } from '../../src/language.svelte'
import type { RoomView, SeatView } from '../../src/wire/protocol.gen'
import { room } from '../table/table'

await loadWords('lobby')

export const person = (name: string | null, more: Partial<SeatView> = {}): Partial<SeatView> => ({
  name,
  kind: 'person',
  bot: null,
  is_you: false,
  is_host: false,
  is_ready: false,
  ...more,
})
export const open: Partial<SeatView> = { name: null, kind: 'open', bot: null, is_you: false, is_host: false, is_ready: false }
export const bot = (name: string, level = 'steady'): Partial<SeatView> => ({
  name,
  kind: 'bot',
  bot: level,
  is_you: false,
  is_host: false,
  is_ready: true,
})

/** A lobby with these seats; the viewer's are those that say so. */
export function lobby(seats: Partial<SeatView>[], more: Partial<RoomView> = {}): RoomView {
  const base = room({ stage: 'lobby', table: null, round: 0, number: 0, totals: [], leaders: [], commitment: null })
  const filled = seats.map((seat, place) => ({ ...(base.seats[0] as SeatView), colour: place, ...seat }))
  const yours = filled.flatMap((seat, place) => (seat.is_you ? [place] : []))
  return {
    ...base,
    settings: { end: 'points(100)', rows: 3, turn_time: 0, penalise_tie: true, penalty: 'multiply' },
    seats: filled,
    you: yours[0] ?? null,
    yours,
    is_host: filled.some((seat) => seat.is_host && seat.is_you),
    wait: { seats: [], until: null, why: 'lobby' },
    ...more,
  }
}

export const LEA = person('Léa', { is_host: true })
export const ME = person('Léa', { is_host: true, is_you: true })
