/** Who keeps the table waiting, and what happens when the wait ends, in words. */
import { say } from '../words'
import type { RoomView } from '../wire/protocol.gen'
import { namesOf } from './seats'

/** How a seat is there; null for one that simply plays. */
export type Presence = 'left' | 'bot' | 'gone'

/** Returns how a seat is there: left for good, played by a stand-in bot, without a connection. */
export function presenceOf(view: RoomView, seat: number): Presence | null {
  const who = view.seats[seat]
  if (!who || who.kind !== 'person') return null
  if (who.has_withdrawn) return 'left'
  if (who.is_away) return 'bot'
  return who.is_here ? null : 'gone'
}

/** Returns how a seat is there, in words; empty for one that simply plays. */
export function presenceName(view: RoomView, seat: number): string {
  switch (presenceOf(view, seat)) {
    case 'left':
      return say('table.wait.left')
    case 'bot':
      return say('table.wait.bot_long')
    case 'gone':
      return say('table.wait.gone_long')
    default:
      return ''
  }
}

/** Returns that for the ear, between brackets. */
export function presenceSpoken(view: RoomView, seat: number): string {
  const state = presenceName(view, seat)
  return state && say('table.wait.spoken', { state })
}

/** Returns the seats of this device that are awaited. */
export function ownAwaited(view: RoomView): number[] {
  return (view.wait?.seats ?? []).filter((seat) => view.yours.includes(seat))
}

/** Returns the awaited seats of others. */
export function othersAwaited(view: RoomView): number[] {
  return (view.wait?.seats ?? []).filter((seat) => !view.yours.includes(seat))
}

/** Returns who is awaited: "On attend Léa"; empty where it is nobody else. */
export function awaited(view: RoomView): string {
  const seats = othersAwaited(view)
  return seats.length ? say('table.wait.names', { names: namesOf(view, seats) }) : ''
}

const AFTER = ['neutral', 'bot', 'withdraw', 'deal', 'next'] as const

/** Returns what comes at the end of the wait, as it is told to who waits or to whom is waited for; empty without an end. */
export function after(view: RoomView, isYours: boolean): string {
  const then = AFTER.find((one) => one === view.wait?.then)
  if (!then || endOf(view) === null) return ''
  return say(`table.wait.${isYours ? 'then_you' : 'then'}.${then}`)
}

/** Whether somebody else sits at the table with a device of their own. */
export function isShared(view: RoomView): boolean {
  return view.seats.some((who) => who.kind === 'person' && !who.is_you)
}

/** Returns when the wait ends for the viewer's eyes, null where it does not end by itself: who is kept behind sees it later. */
export function endOf(view: RoomView): number | null {
  const isBehind = !view.yours.length && !view.is_host
  return view.wait?.until == null ? null : view.wait.until + (isBehind ? (view.options.delay ?? 0) : 0)
}

/** Returns the bots' seats that whoever comes may take over now. */
export function freeSeats(view: RoomView): number[] {
  const isOpen = view.options.joins_bots && !view.options.is_locked && ['salt', 'play', 'scores'].includes(view.stage)
  if (!isOpen || view.yours.length) return []
  return view.seats.flatMap((who, seat) => (who.kind === 'bot' && !who.has_withdrawn ? [seat] : []))
}

/** Returns a stretch of time in words: 30 secondes, 2 minutes. */
export function time(seconds: number): string {
  return seconds % 60 ? say('table.watch.seconds', { n: seconds }) : say('table.watch.minutes', { n: seconds / 60 })
}
