/** Score sheets over HTTP; they are followed over the socket. */
import { ask, query } from '../api'
import { language } from '../language.svelte'
import type { NewSheet, SheetCommand } from './wire'

/** A score sheet in the list of this device's own. */
export interface MySheet {
  sheet: string
  game: string
  players: string[]
  leaders: string[]
  rounds: number
  ended: string | null
  is_host: boolean
  started: number // unix seconds
  at: number
}

/** A player's games of one kind on the sheets of this device. */
export interface PlayerStatistics {
  game: string
  player: string
  games: number
  ended: number
  wins: number
  rounds: number
  mean: number | null // score a round
  doubled: number | null // share of rounds that the finisher's penalty raised
  best_round: number | null
  worst_round: number | null
  best_total: number | null
  worst_total: number | null
}

/** Puts a score sheet of this device on the server and returns its id there; twice with the same id makes one sheet. */
export async function openSheet(sheet: NewSheet & { id: string }): Promise<string> {
  return (await ask<{ sheet: string }>('POST', `/api/sheets${query({ lang: language() })}`, sheet)).sheet
}

/** Puts a sheet that was taken away as a file on the server, as a new one, and returns its id. */
export async function importSheet(id: string, file: unknown): Promise<string> {
  return (await ask<{ sheet: string }>('POST', `/api/sheets/import${query({ lang: language() })}`, { id, sheet: file })).sheet
}

/** The score sheets that this device writes, the latest first. */
export async function mySheets(): Promise<MySheet[]> {
  return (await ask<{ sheets: MySheet[] }>('GET', '/api/me/sheets')).sheets
}

/** What those say together of each player. */
export async function statistics(): Promise<PlayerStatistics[]> {
  return (await ask<{ players: PlayerStatistics[] }>('GET', '/api/me/statistics')).players
}

/** Sends a command to a score sheet and returns where in its stream it stands; twice with the same id counts once. */
export async function sendToSheet(sheet: string, id: string, command: SheetCommand): Promise<number> {
  const path = `/api/sheets/${sheet}/commands${query({ lang: language() })}`
  return (await ask<{ seq: number }>('POST', path, { id, command })).seq
}
