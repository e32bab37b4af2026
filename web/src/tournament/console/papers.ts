/** What can be printed of a tournament, as PDF, and taken away as files; the server makes it of what the viewer may see. */
import { askFile, query } from '../../api'
import { language } from '../../language.svelte'
import type { TournamentView } from '../wire'
import { tableTokens } from './links'

export type Paper =
  | 'poster'
  | 'badges'
  | 'regulation'
  | 'seats' // by name
  | 'tables'
  | 'results' // of a round
  | 'standings'
  | 'ranking' // with every stage
  | 'certificates' // of the podium
  | 'certificates_all'

/** Which papers make sense now. */
export function papersOf(view: TournamentView): Paper[] {
  const drawn = view.stages.length > 0
  const told = view.stages.some(({ rounds }) => rounds.some(({ tables }) => tables.some(({ result }) => result !== null)))
  return [
    ...(view.is_over ? (['certificates', 'certificates_all', 'ranking'] as const) : []),
    ...(drawn ? (['seats', 'tables'] as const) : []),
    ...(told ? (['results', 'standings'] as const) : []),
    ...(['poster', 'badges', 'regulation'] as const),
  ]
}

const OF_A_ROUND: readonly Paper[] = ['seats', 'tables', 'results', 'standings']

/** The address of a paper; of what is of a round, that round's. */
export function paperAddress(view: TournamentView, paper: Paper, stage: number, round: number): string {
  const at = OF_A_ROUND.includes(paper) ? { stage: String(stage), round: String(round) } : {}
  const [page, who] = paper === 'certificates_all' ? ['certificates', 'all'] : [paper, null]
  return `/api/tournaments/${view.tournament}/paper/${page}.pdf${query({ ...at, who, lang: language() })}`
}

/** The score sheets of a round as one PDF, each with the QR code of its table, whose token only this device knows. */
export function sheets(view: TournamentView, stage: number, round: number): Promise<Blob> {
  const links = Object.fromEntries(tableTokens(view, stage, round))
  return askFile('POST', `/api/tournaments/${view.tournament}/paper/sheets.pdf${query({ lang: language() })}`, { stage, round, links })
}

/** The address of a file of results for a spreadsheet, or of all as JSON. */
export function exportAddress(view: TournamentView, what: 'players' | 'results' | 'ranking' | 'json'): string {
  const path = `/api/tournaments/${view.tournament}/export`
  return what === 'json' ? `${path}.json` : `${path}.csv${query({ what, lang: language() })}`
}
