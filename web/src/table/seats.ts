/** Who sits where, in words. */
import { list, say } from '../words'
import type { RoomView } from '../wire/protocol.gen'

/** Whether a seat is the reader's own and looked from: then it is spoken to. */
export function isOwn(view: RoomView, seat: number | null): boolean {
  return seat !== null && seat === view.you && view.seats[seat]?.is_you === true
}

/** The name to show for a seat; a person without one is "Toi", or a numbered seat to others. */
export function nameOf(view: RoomView, seat: number): string {
  const who = view.seats[seat]
  return who?.name ?? (who?.is_you ? say('table.you') : say('table.seat', { n: seat + 1 }))
}

/** The same within a sentence where the viewer is one among others: Inès et toi. */
export function namesOf(view: RoomView, seats: readonly number[]): string {
  const others = seats.filter((seat) => seat !== view.you).map((seat) => nameOf(view, seat))
  return list(seats.length > others.length ? [...others, say('table.you_within')] : others)
}

/** The seats after the viewer, clockwise; from seat 0 on for one who only looks. */
export function opponentsOf(view: RoomView): number[] {
  const seats = view.seats.length
  const from = view.you ?? -1
  return Array.from({ length: view.you === null ? seats : seats - 1 }, (_, step) => (from + 1 + step) % seats)
}

/** Word and number of the setting `end`: points(100). */
export function endingOf(view: RoomView): { word: string; number: number } {
  const [, word = '', number = '0'] = /^(\w+)\((\d+)\)$/.exec(String(view.settings['end'])) ?? []
  return { word, number: Number(number) }
}

/** How far a game goes, beside the number of its round: "jusqu’à 100". */
export function untilOf({ word, number: n }: { word: string; number: number }): string {
  switch (word) {
    case 'points':
      return say('table.until_points', { n })
    case 'first_to':
      return say('table.first_to', { n })
    default:
      return say('table.of_rounds', { n })
  }
}

/** Minutes and seconds: 0:24. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
