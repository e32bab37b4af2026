/** What changed among the people at a table before a game, in sentences for who does not see it. */
import { say } from '../words'
import { nameOf } from '../table/seats'
import type { RoomView, SeatView } from '../wire/protocol.gen'

/** Returns what changed between two views of a lobby, a sentence each; what this device did itself is left out. */
export function news(before: RoomView, view: RoomView): string[] {
  const told: string[] = []
  const last = standing(before)
  const now = standing(view)
  for (const [key, seat] of now) {
    const who = view.seats[seat] as SeatView
    const was = last.get(key)
    const name = nameOf(view, seat)
    if (was === undefined) {
      if (!who.is_you && !isRenamed(before, who, seat)) told.push(say(who.kind === 'bot' ? 'lobby.news.bot' : 'lobby.news.sat', { name }))
      continue
    }
    const old = before.seats[was] as SeatView
    if (who.is_host && !old.is_host) told.push(who.is_you ? say('lobby.news.host_you') : say('lobby.news.host', { name }))
    if (who.is_you || who.kind === 'bot') continue
    if (who.is_here !== old.is_here) told.push(say(who.is_here ? 'lobby.news.here' : 'lobby.news.gone', { name }))
    // New settings make everybody say it again: that is told with them.
    else if (who.is_ready !== old.is_ready && (who.is_ready || before.code === view.code))
      told.push(say(who.is_ready ? 'lobby.news.ok' : 'lobby.news.not_ok', { name }))
  }
  for (const [key, seat] of last) {
    const who = before.seats[seat] as SeatView
    if (now.has(key) || who.is_you || isRenamed(view, who, seat)) continue
    told.push(say('lobby.news.stood', { name: nameOf(before, seat) }))
  }
  if (view.seats.length !== before.seats.length) told.push(say('lobby.news.seats', { n: view.seats.length }))
  return told
}

// Who sits where, by kind and name, since seats may change places.
function standing(view: RoomView): Map<string, number> {
  const taken = view.seats.flatMap((who, seat) =>
    who.kind === 'open' ? [] : [[`${who.kind} ${nameOf(view, seat)}`, seat] as const],
  )
  return new Map(taken)
}

function isRenamed(other: RoomView, who: SeatView, seat: number): boolean {
  const there = other.seats[seat]
  return there?.kind === 'person' && who.kind === 'person' && there.colour === who.colour
}
