/** Which standing compares like with like: that after the last round that is in at all tables. */
import type { LineSeen, StageSeen, TournamentView } from './wire'

/** Returns it; empty before the first round is in. */
export function fairLines(stage: StageSeen): readonly LineSeen[] {
  if (stage.closed.length) return stage.closed
  return stage.after > 0 ? stage.standing : []
}

/** The stages of which the ranking is made: all but the tie-breaks. */
export function mainStages(view: TournamentView): StageSeen[] {
  return view.stages.filter(({ kind }) => kind !== 'tie_break')
}

/** The stage in which a player's place was decided: the last one played in. */
export function decidedIn(view: TournamentView, player: string): StageSeen | undefined {
  return mainStages(view).findLast(({ standing }) => standing.some((line) => line.player === player))
}
