/** Who came, went and took which role between two views of a table, in sentences. */
import { list, say } from '../words'
import type { RoomView, SeatView } from '../wire/protocol.gen'
import { nameOf } from './seats'

/** Returns what changed about the people at the table, a sentence each. */
export function comings(last: RoomView, view: RoomView): string[] {
  if (last.seats.length !== view.seats.length || view.stage === 'lobby' || last.stage === 'lobby') return []
  const told = view.seats.flatMap((who, seat) => {
    const was = last.seats[seat]
    const key = was && change(was, who)
    if (!key) return []
    if (who.is_you && (key === 'gone' || key === 'here')) return [] // the strip about the network says it
    return who.is_you ? say(`table.comings.${key}_you` as 'table.comings.bot_you') : say(`table.comings.${key}`, { name: nameOf(view, seat) })
  })
  const hosts = hostsOf(view)
  if (String(hosts) !== String(hostsOf(last)) && hosts.length) {
    const [host = 0] = hosts
    const isYou = view.seats[host]?.is_you
    told.push(isYou ? say('table.comings.host_you') : say('table.comings.host', { name: nameOf(view, host) }))
  }
  const wishes = view.seats.flatMap((who, seat) => (who.wishes_pause && !last.seats[seat]?.wishes_pause && !who.is_you ? [nameOf(view, seat)] : []))
  if (view.is_paused !== last.is_paused) told.push(say(view.is_paused ? 'table.comings.paused' : 'table.comings.unpaused'))
  else if (wishes.length) told.push(say('table.comings.wishes_pause', { n: wishes.length, names: list(wishes) }))
  return told
}

function change(was: SeatView, is: SeatView): 'sat' | 'left' | 'bot' | 'back' | 'gone' | 'here' | null {
  if (is.kind !== 'person') return null
  if (was.kind !== 'person') return 'sat'
  if (is.has_withdrawn !== was.has_withdrawn) return is.has_withdrawn ? 'left' : null
  if (is.is_away !== was.is_away) return is.is_away ? 'bot' : 'back'
  if (is.is_here !== was.is_here) return is.is_here ? 'here' : 'gone'
  return null
}

function hostsOf(view: RoomView): number[] {
  return view.seats.flatMap((who, seat) => (who.is_host ? [seat] : []))
}
