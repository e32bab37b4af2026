/** A server for the page's tests: answers by path, and remembers what was asked. */
import { vi } from 'vitest'
import type { Game } from '../src/api'

export interface Asked {
  method: string
  path: string
  body: Record<string, unknown>
}
type Answer = (asked: Asked) => unknown

/** An answer with another status than 200. */
export class Status {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

/** Puts `answers`, by path without its query, in place of the network; `null` stands for no network. */
export function serve(answers: Record<string, Answer | null>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    const body = typeof options.body === 'string' ? (JSON.parse(options.body) as Record<string, unknown>) : {}
    const one = { method: options.method ?? 'GET', path: url.pathname + url.search, body }
    asked.push(one)
    const answer = answers[url.pathname]
    if (answer === null) throw new TypeError('Failed to fetch')
    if (!answer) return new Response('{"code":"nothing","sentence":"Rien ici."}', { status: 404 })
    const content = answer(one)
    return content instanceof Status
      ? new Response(JSON.stringify(content.body), { status: content.status })
      : new Response(JSON.stringify(content), { status: 200 })
  })
  return asked
}

const base = { help: 'Ce que ce réglage change.', group: 'end', group_label: 'Fin' }

/** A small game with a setting of every kind. */
export const GAME: Game = {
  name: 'skyjo',
  title: 'Skyjo',
  seats: [2, 8],
  bots: [
    { name: 'random', label: 'Au hasard', about: 'Joue au hasard.' },
    { name: 'greedy', label: 'Gourmand', about: 'Prend ce qui baisse son total.' },
    { name: 'steady', label: 'Posé', about: 'Vise les colonnes.' },
  ],
  settings: [
    {
      ...base,
      name: 'end',
      kind: 'ending',
      label: 'Fin de partie',
      default: 'points(100)',
      forms: [
        { value: 'points', label: 'Points', low: 10, high: 1000, default: 100 },
        { value: 'rounds', label: 'Manches', low: 1, high: 50, default: 7 },
      ],
    },
    { ...base, name: 'rows', kind: 'number', label: 'Lignes', default: 3, low: 1, high: 6, off: null },
    {
      ...base,
      name: 'turn_time',
      kind: 'number',
      label: 'Temps par tour',
      default: 0,
      low: 10,
      high: 300,
      off: 0,
      off_label: 'Sans limite',
      group: 'table',
      group_label: 'Table',
    },
    { ...base, name: 'penalise_tie', kind: 'flag', label: 'Pénaliser l’égalité', default: true },
    {
      ...base,
      name: 'penalty',
      kind: 'choice',
      label: 'Pénalité',
      default: 'multiply',
      choices: [
        { value: 'multiply', label: 'doubler' },
        { value: 'none', label: 'aucune' },
      ],
    },
  ],
  presets: [
    {
      name: 'official',
      label: 'Officiel',
      about: 'Les règles du livret.',
      settings: { end: 'points(100)', rows: 3, turn_time: 0, penalise_tie: true, penalty: 'multiply' },
      code: 'SKYJO',
    },
    {
      name: 'soft',
      label: 'Doux',
      about: 'Sans pénalité à égalité.',
      settings: { end: 'points(100)', rows: 3, turn_time: 0, penalise_tie: false, penalty: 'multiply' },
      code: 'SKYJO-SOFT',
    },
  ],
}
const DEFAULTS = GAME.presets[0]?.settings ?? {}

/** Answers of a server that has this one game and allows up to four rows. */
export const ANSWERS: Record<string, Answer | null> = {
  '/api/games': () => ({ games: [GAME] }),
  '/api/games/skyjo/check': ({ body }) => {
    const preset = GAME.presets.find((one) => one.code === body['code'])
    if (body['code'] && !preset) return new Status(400, { code: 'code_unknown', sentence: 'Ce code ne dit rien.' })
    const settings = { ...DEFAULTS, ...(preset?.settings ?? (body['settings'] as object)) }
    if (Number(settings['rows']) > 4)
      return new Status(400, { code: 'range', sentence: 'Quatre lignes au plus.', setting: 'rows' })
    const changed = Object.keys(settings).filter((name) => settings[name] !== DEFAULTS[name])
    const known = GAME.presets.find((one) => JSON.stringify(one.settings) === JSON.stringify(settings))
    return { settings, code: known?.code ?? `SKYJO-${changed.join('').toUpperCase()}`, changed, asks_first: false }
  },
  '/api/rooms': () => ({ room: 'r1' }),
  '/api/me/tables': () => ({ tables: [] }),
  '/api/public': () => ({ tables: [] }),
}
