/** The server over HTTP: what the page asks, and the shapes of the answers. Tables are followed over the socket. */
import { language } from './language.svelte'
import { network } from './network.svelte'
import { Refused, Unreached } from './refused'
import { say } from './words'
import type { Options } from './wire/protocol.gen'

export type Value = number | string | boolean
export type Settings = Record<string, Value>

interface SettingBase {
  name: string
  label: string
  help: string
  group: string
  group_label: string
}
export interface Choice extends SettingBase {
  kind: 'choice'
  default: string
  choices: { value: string; label: string }[]
}
export interface NumberSetting extends SettingBase {
  kind: 'number'
  default: number
  low: number
  high: number
  off?: number | null // a value outside the bounds that means: off
  off_label?: string | null
}
export interface Flag extends SettingBase {
  kind: 'flag'
  default: boolean
}
export interface EndingForm {
  value: string
  label: string
  low: number
  high: number
  default: number
}
export interface Ending extends SettingBase {
  kind: 'ending'
  default: string // points(100)
  forms: EndingForm[]
}
export type Setting = Choice | NumberSetting | Flag | Ending

export interface Bot {
  name: string
  label: string
  about: string
}
export interface Preset {
  name: string
  label: string
  about: string
  settings: Settings
  code: string
}
export interface Game {
  name: string
  title: string
  seats: [number, number]
  bots: Bot[]
  settings: Setting[]
  presets: Preset[]
}

export interface Checked {
  settings: Settings
  code: string
  changed: string[]
  asks_first: boolean // the table is asked who begins
}

export interface Article {
  rule: string
  text: string
  note: string | null
}
export interface Rules {
  title: string
  intro: string
  sections: { title: string; articles: Article[] }[]
  tips: { title: string; items: string[] }
}

export type Pace = 'instant' | 'quick' | 'calm'
export type Seat = { kind: 'person' } | { kind: 'open' } | { kind: 'bot'; bot: string; name: string }
export interface NewRoom {
  game: string
  settings: Settings
  pace: Pace
  seats: Seat[]
  name: string | null
  first: number | null // the seat that begins, where the table is asked
  start: boolean // else people gather first
  options?: Options
  id: string // chosen here: asking twice with the same id opens one table
}

export interface MyTable {
  room: string
  game: string
  seats: (string | null)[] // names of the others
  round: number
  your_turn: boolean
  over: boolean
  at: number // unix seconds
}

/** A table in the list of those open to all. */
export interface PublicTable {
  room: string
  game: string
  changed: string[] // names of the settings that are not the defaults
  code: string
  host: string | null
  seats: number
  free: number
  stage: string
}

/** Asks the server; throws `Refused` or `Unreached`. A body is told as JSON, a file as it is. */
export async function ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
  const content: unknown = await (await reach(method, path, body)).json().catch(() => null)
  return content as T
}

/** Asks the server for a file; throws `Refused` or `Unreached`. */
export async function askFile(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Blob> {
  return (await reach(method, path, body)).blob()
}

async function reach(method: string, path: string, body: unknown): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(path, { method, cache: 'no-store', ...told(body) })
  } catch {
    network.lost()
    throw new Unreached(say('net.cut'))
  }
  network.reached()
  if (answer.ok) return answer
  const content: unknown = await answer.json().catch(() => null)
  if (isRefusal(content)) throw new Refused(content.code, content.sentence, content.setting ?? null)
  throw new Unreached(say('net.server'))
}

function told(body: unknown): RequestInit {
  if (body === undefined) return {}
  if (body instanceof Blob) return { body, headers: { 'content-type': body.type || 'application/octet-stream' } }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function isRefusal(content: unknown): content is { code: string; sentence: string; setting?: string | null } {
  return typeof content === 'object' && content !== null && 'code' in content && 'sentence' in content
}

/** Returns the parts that are given as the end of an address. */
export function query(parts: Record<string, string | null | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => Boolean(part[1]))
  return given.length ? `?${new URLSearchParams(given)}` : ''
}

/** The games that this server plays, with their settings in the page's language. */
export async function games(): Promise<Game[]> {
  return (await ask<{ games: Game[] }>('GET', `/api/games${query({ lang: language() })}`)).games
}

/** Completes settings, or the ones that a code stands for; refuses with the setting at fault. */
export function check(game: string, given: { settings: Settings } | { code: string }, seats: number): Promise<Checked> {
  return ask('POST', `/api/games/${game}/check`, { ...given, seats, lang: language() })
}

/** The rules in words, for the settings that `code` stands for. */
export function rules(game: string, code: string | null): Promise<Rules> {
  return ask('GET', `/api/rules/${game}${query({ lang: language(), code })}`)
}

/** Opens a table and returns its id. */
export async function openRoom(room: NewRoom): Promise<string> {
  return (await ask<{ room: string }>('POST', `/api/rooms${query({ lang: language() })}`, room)).room
}

/** The tables that this device sat at, the latest first. */
export async function myTables(): Promise<MyTable[]> {
  const { tables } = await ask<{ tables: MyTable[] }>('GET', '/api/me/tables')
  return tables.toSorted((a, b) => b.at - a.at)
}

/** The table or, its id beginning with s, the score sheet of a short code, however it was typed. */
export async function roomOf(short: string): Promise<string> {
  const { room } = await ask<{ room: string }>('GET', `/api/codes/${encodeURIComponent(short)}${query({ lang: language() })}`)
  return room
}

/** The tables that are open to everybody, the latest first. */
export async function publicTables(): Promise<PublicTable[]> {
  return (await ask<{ tables: PublicTable[] }>('GET', '/api/public')).tables
}

/** Keeps the name that this device sits down under. */
export async function rename(name: string): Promise<void> {
  await ask('PUT', `/api/me${query({ lang: language() })}`, { name })
}
