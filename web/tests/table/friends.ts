/** Tables of several people for the tests: Léa, the host, on this device; Inès and Hugo on their own; a bot, Karim. */
import type { RoomView, SeatView } from '../../src/wire/protocol.gen'
import { room } from './table'

/** The table; `changes` are those of seats, by number. */
export function friends(more: Partial<RoomView> = {}, legal: string[] = [], changes: Record<number, Partial<SeatView>> = {}): RoomView {
  const view = room(more, legal)
  const seats = (more.seats ?? view.seats).map((seat, place) => ({
    ...seat,
    ...(place === 1 || place === 2 ? { kind: 'person', bot: null, is_ready: false } : {}),
    ...changes[place],
  }))
  return { ...view, seats }
}

/** The same table for somebody without a seat. */
export function watched(view: RoomView): RoomView {
  const seats = view.seats.map((seat) => ({ ...seat, is_you: false }))
  return { ...view, seats, you: null, yours: [], is_host: false, decision: null }
}

/** The same table with Léa and Inès on this device; `you` is whose view it is. */
export function passed(view: RoomView, you: number): RoomView {
  const seats = view.seats.map((seat, place) => ({ ...seat, is_you: place < 2 }))
  return { ...view, seats, you, yours: [0, 1], decision: view.decision && { ...view.decision, seat: you } }
}
