/** Tournaments over HTTP: making, finding, trying and taking away; they are followed and run over the socket. */
import { ask, query, type Rules, type Setting, type Settings } from '../api'
import { language } from '../language.svelte'
import type { Preview, TournamentCommand, TournamentView } from './wire'

/** What a tournament of a game can be; the default of each setting is what is recommended (T11). */
export interface TournamentForm {
  game: string
  settings: Setting[]
  questions: string[] // names of settings
}

/** A tournament in the list of those that one has a part in. */
export interface MyTournament {
  tournament: string
  game: string
  name: string
  players: number
  stage: string | null
  is_over: boolean
  is_organiser: boolean
  at: number // unix seconds
}

export interface NewTournament {
  id: string // chosen here: asking twice with the same id makes one tournament
  game: string
  name: string
  settings: Settings
  organiser: string | null // name of who makes it
  rehearsal: number // how many simulated people play it; 0 for a real one
}

/** The settings of a tournament of a game, in the page's language. */
export function tournamentForm(game: string): Promise<TournamentForm> {
  return ask('GET', `/api/games/${game}/tournament${query({ lang: language() })}`)
}

/** Makes a tournament and returns its id. */
export async function makeTournament(made: NewTournament): Promise<string> {
  return (await ask<{ tournament: string }>('POST', `/api/tournaments${query({ lang: language() })}`, made)).tournament
}

/** The tournaments that this device has a part in, the latest first. */
export async function myTournaments(): Promise<MyTournament[]> {
  return (await ask<{ tournaments: MyTournament[] }>('GET', '/api/me/tournaments')).tournaments
}

/** A tournament as this device may see it, without following it. */
export function tournamentView(tournament: string): Promise<TournamentView> {
  return ask('GET', `/api/tournaments/${tournament}`)
}

/** What a command would change; throws the `Refused` that it would meet. */
export function preview(tournament: string, command: TournamentCommand): Promise<Preview> {
  return ask('POST', `/api/tournaments/${tournament}/preview${query({ lang: language() })}`, { command })
}

/** Sends a command by HTTP, for what is kept on the device until it arrives; twice with the same id counts once. */
export async function sendToTournament(tournament: string, id: string, command: TournamentCommand): Promise<number> {
  const path = `/api/tournaments/${tournament}/commands${query({ lang: language() })}`
  return (await ask<{ seq: number }>('POST', path, { id, command })).seq
}

/** The names in a list, and the lines that are none. */
export interface NamesRead {
  names: string[]
  refused: { line: number; text: string; code: string; sentence: string }[]
}

/** What stands in a CSV file of names, as the server reads it; registers nobody. */
export function namesInFile(tournament: string, file: File): Promise<NamesRead> {
  return ask('POST', `/api/tournaments/${tournament}/import${query({ lang: language() })}`, file)
}

/** A regulation in articles, as the settings have it. */
export interface Regulation {
  title: string
  version: number
  articles: Rules['sections']
}

export function regulation(tournament: string): Promise<Regulation> {
  return ask('GET', `/api/tournaments/${tournament}/regulation${query({ lang: language() })}`)
}
