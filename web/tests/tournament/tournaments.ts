/** Tournaments for the page's tests, as the server would tell them. */
import type { LineSeen, PlayerSeen, RoundSeen, StageSeen, TableSeen, TournamentView } from '../../src/tournament/wire'

export const NAMES = ['Inès', 'Hugo', 'Karim', 'Léa', 'Zoé', 'Marc', 'Jeanne', 'Paul', 'Nora']

export function player(place: number, changes: Partial<PlayerSeen> = {}): PlayerSeen {
  return {
    ...{ id: `player-${place}`, name: NAMES[place] ?? `Nom ${place}`, number: place + 1 },
    ...{ is_here: true, accepted: 1, is_paid: false, is_homonym: false, out: null },
    ...changes,
  }
}

export function table(number: number, places: readonly number[], changes: Partial<TableSeen> = {}): TableSeen {
  return {
    ...{ table: number, players: places.map((place) => `player-${place}`), state: 'waiting', result: null },
    ...{ scores: {}, reports: [], ends: null, is_last_lap: false, room: null },
    ...changes,
  }
}

export function round(number: number, tables: TableSeen[], changes: Partial<RoundSeen> = {}): RoundSeen {
  return { round: number, is_begun: true, ends: null, tables, ...changes }
}

export function line(place: number, rank: number, total: number | null, changes: Partial<LineSeen> = {}): LineSeen {
  return {
    ...{ player: `player-${place}`, rank, total, scores: [total], tie_breaks: [], missed: [], table: 1, out: null },
    ...changes,
  }
}

export function stage(rounds: RoundSeen[], changes: Partial<StageSeen> = {}): StageSeen {
  return {
    ...{ stage: 1, kind: 'qualification', of: null, end: `rounds(${rounds.length})`, seed: 1, is_shown: true },
    ...{ repeats: 0, least: 0, rounds, standing: [], after: 0, closed: [] },
    ...changes,
  }
}

/** A tournament of nine at Skyjo, before its draw, as its organiser sees it. */
export function tournament(changes: Partial<TournamentView> = {}): TournamentView {
  return {
    ...{ kind: 'tournament', tournament: 't12345678901234567890', short: 'ABCDEF', game: 'skyjo', name: 'Salle des fêtes' },
    you: { roles: ['organiser', 'person'], players: [], tables: [], written: [], raised: [] },
    settings: { final: true, sanctions: 'strict', confirmation: true, multiplier: 2, penalty: 'multiply', rows: 3, columns: 4 },
    ...{ version: 1, questions: [], lowest_wins: true, is_open: false, is_over: false },
    form: {
      kind: 'cards',
      counts: [
        { count: 0, low: 0, high: 0 },
        { count: 12, low: -17, high: 140 },
      ],
      deck: [
        [0, 15],
        [5, 10],
      ],
      ...{ most: null, most_row: null },
    },
    players: NAMES.map((_, place) => player(place)),
    ...{ stages: [], stage: 0, round: 0, places: [], missing: [], ties: [], fields: [], ranking: [] },
    ...{ is_hidden: false, log: [], steps: [], undo: null, links: [], apart: [], is_rehearsal: false, pace: 0, day: null },
    ...changes,
  }
}
