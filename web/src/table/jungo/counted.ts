/** A closed round of Jungo in words: who won it (J10). */
import { say } from '../../words'
import type { RoomView } from '../../wire/protocol.gen'
import { roundOf } from '../round'
import { nameOf } from '../seats'

/** Returns how the closed round came out. */
export function summary(view: RoomView): string {
  const table = roundOf(view, 'jungo')
  const closed = view.rounds.at(-1)
  if (!table || !closed) return ''
  if (closed.truncated) return say('table.jungo.truncated', { n: table.turns })
  if (closed.finisher === null) return ''
  if (closed.finisher === view.you) return say('table.jungo.won_you')
  return say('table.jungo.won', { name: nameOf(view, closed.finisher) })
}
