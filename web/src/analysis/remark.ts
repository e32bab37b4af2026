/** What is to be said of the step that comes next in a replay, in words. */
import { say } from '../words'
import { actionsOf, type Actions, type Round } from './actions/actions'
import type { Judged } from './api'
import { amountOf } from './figures'
import type { Replayed } from './replayed.svelte'
import type { Study } from './study.svelte'

/** What the seat that is looked from did next, judged; empty where it was no choice of its own. */
export function remark(study: Study, shown: Replayed): string {
  const judged = judgedNext(study, shown)
  const view = shown.view
  const table = view?.table
  if (!table || shown.next === null) return ''
  const actions = actionsOf(table)
  const played = actions.name(shown.next, table, shown.seat)
  if (!judged) return say('analysis.replay.next', { played })
  const { cost, is_clear, best_text } = judged
  const better = actions.name(best_text, table, shown.seat)
  if (is_clear) {
    return say('analysis.replay.next_clear', { played, better, cost: amountOf(view, cost) })
  }
  if (cost > 0) return say('analysis.replay.next_near', { played, better })
  return say('analysis.replay.next_best', { played })
}

/** The judgement on what the seat that is looked from did next, null where there is none. */
export function judgedNext(study: Study, { round, step, seat }: Replayed): Judged | null {
  const judged = study.judged(round, step + 1)
  return judged?.seat === seat ? judged : null
}

export interface Mark {
  kind: 'played' | 'better'
  places: string[]
}

/** Where on the board what was played next and what was better are marked; empty where nothing was clearly better. */
export function marksOf(study: Study, shown: Replayed): Mark[] {
  const judged = judgedNext(study, shown)
  const table: Round | null | undefined = shown.view?.table
  if (!judged?.is_clear || !table) return []
  const actions: Actions<Round> = actionsOf(table)
  const better = actions.places(judged.best_text, table, shown.seat)
  const played = actions.places(judged.text, table, shown.seat).filter((place) => !better.includes(place))
  return [
    { kind: 'played', places: played },
    { kind: 'better', places: better },
  ]
}
