/** What the page asks of a game that is over: its rounds step by step, and its analysis. */
import { ask, query } from '../api'
import type { Analysing, Analysis, ReplayedRound, RoomView } from '../wire/protocol.gen'

/** One decision of a seat, judged. */
export type Judged = Analysis['decisions'][number]

/** The number of the game that was played last at a table. */
export async function lastGame(room: string): Promise<number> {
  return (await ask<RoomView>('GET', `/api/rooms/${room}${query({})}`)).number
}

/** A round of a game, as a seat saw it, null for the reader's own or the first; or with open cards from its place. */
export function roundOf(room: string, game: number, round: number, seat: number | null, isOpen: boolean): Promise<ReplayedRound> {
  const asked = query({ seat: seat === null ? null : String(seat), is_open: isOpen ? 'true' : null })
  return ask('GET', `/api/rooms/${room}/records/${game}/rounds/${round}${asked}`)
}

/** The analysis of a game, or how far it is. */
export function analysisOf(room: string, game: number): Promise<Analysis | Analysing> {
  return ask('GET', `/api/rooms/${room}/analysis${query({ number: String(game) })}`)
}
