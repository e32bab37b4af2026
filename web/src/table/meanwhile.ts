/** What a table has come to while its page was away: nobody told of each thing, so one sentence tells of all. */
import { list, say } from '../words'
import type { RoomView } from '../wire/protocol.gen'

/** How far a table is. */
export interface Mark {
  number: number
  stage: string
  rounds: number // closed
  round: number
  turns: number
  isAway: boolean // a bot plays for the viewer
}

/** Returns how far a table is. */
export function markOf(view: RoomView): Mark {
  return {
    number: view.number,
    stage: view.stage,
    rounds: view.rounds.length,
    round: view.round,
    turns: view.table?.turns ?? 0,
    isAway: view.you !== null && (view.seats[view.you]?.is_away ?? false),
  }
}

/** Returns what has changed since `was`: "Pendant ce temps : 3 tours de jeu." Empty where nothing has. */
export function meanwhile(was: Mark, view: RoomView): string {
  const is = markOf(view)
  const found: string[] = []
  if (is.number !== was.number) found.push(say('table.meanwhile.game'))
  else {
    const rounds = is.rounds - was.rounds
    const turns = is.turns - was.turns
    if (rounds > 0) found.push(say('table.meanwhile.rounds', { n: rounds }))
    else if (is.round === was.round && turns > 0) found.push(say('table.meanwhile.turns', { n: turns }))
    if (is.round > was.round && is.stage === 'play') found.push(say('table.meanwhile.round', { n: is.round }))
    if (is.stage === 'over' && was.stage !== 'over') found.push(say('table.meanwhile.over'))
  }
  if (is.isAway && !was.isAway) found.push(say('table.meanwhile.away'))
  return found.length ? say('table.meanwhile.told', { what: list(found) }) : ''
}
