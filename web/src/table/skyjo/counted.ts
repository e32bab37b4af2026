/** A closed round of Skyjo in words: why a score is not its sum, and how the round came out (S9). */
import { say } from '../../words'
import type { RoomView, SkyjoPenalty } from '../../wire/protocol.gen'
import { roundOf } from '../round'
import { nameOf, namesOf } from '../seats'

// The penalty's own signs: ×2, +10, +10 then ×2 (S9).
function sign(view: RoomView): string {
  const kind = view.settings['penalty'] as 'multiply' | 'flat' | 'flat_then_multiply' | 'multiply_then_flat'
  return say(`table.skyjo.penalty.${kind}`, {
    times: String(view.settings['multiplier']),
    points: String(view.settings['flat_points']),
  })
}

/** Returns why the finisher's score is not the sum of the cards, and that sum; null for every other seat. */
export function penalty(view: RoomView, seat: number): { sum: number; why: string } | null {
  const found = roundOf(view, 'skyjo')?.penalty
  if (found?.seat !== seat) return null
  const reason = found.reason === 'tied' ? 'tied' : 'beaten'
  const why = say(`table.skyjo.penalty.${reason}`, { penalty: sign(view), lowest: found.lowest })
  return { sum: found.before, why }
}

/** Returns how the closed round came out: why the finisher was penalised, or was not. */
export function summary(view: RoomView): string {
  const table = roundOf(view, 'skyjo')
  const closed = view.rounds.at(-1)
  if (!table || !closed) return ''
  if (table.truncated) return say('table.scores.truncated', { n: table.turns })
  if (table.penalty) return whyPenalised(view, table.penalty, table.sums)
  const finisher = table.finisher
  if (finisher === null) return ''
  if (table.scores[finisher] === null) return say('table.skyjo.penalty.nobody')
  if (finisher === view.you) return say('table.skyjo.penalty.spared_you')
  return say('table.skyjo.penalty.spared', { name: nameOf(view, finisher) })
}

function whyPenalised(view: RoomView, found: SkyjoPenalty, sums: readonly (number | null)[]): string {
  const others = sums.flatMap((sum, seat) => (seat !== found.seat && sum === found.lowest ? [seat] : []))
  const reason = found.reason === 'tied' ? 'why_tied' : 'why_beaten'
  return say(`table.skyjo.penalty.${found.seat === view.you ? (`${reason}_you` as const) : reason}`, {
    name: nameOf(view, found.seat),
    names: namesOf(view, others),
    sum: found.before,
    lowest: found.lowest,
    effect: effect(view, found.seat === view.you),
  })
}

function effect(view: RoomView, isYou: boolean): string {
  const whose = say(isYou ? 'table.skyjo.penalty.whose_you' : 'table.skyjo.penalty.whose')
  const times = Number(view.settings['multiplier'])
  const points = Number(view.settings['flat_points'])
  switch (view.settings['penalty']) {
    case 'flat':
      return say('table.skyjo.penalty.plus', { points })
    case 'flat_then_multiply':
      return say('table.skyjo.penalty.plus_times', { points, times })
    case 'multiply_then_flat':
      return say('table.skyjo.penalty.times_plus', { points, times, whose })
    default:
      return times === 2
        ? say('table.skyjo.penalty.double', { whose })
        : say('table.skyjo.penalty.times', { times, whose })
  }
}
