/** The lobby, and what of it a table needs too, come when they are needed, with their words. */
import { loadWords } from '../language.svelte'
import type ClaimSeat from './ClaimSeat.svelte'
import type Lobby from './Lobby.svelte'
import type MoveSeat from './MoveSeat.svelte'
import type SettingsDialog from './SettingsDialog.svelte'

/** Fetches the lobby. */
export async function loadLobby(): Promise<typeof Lobby> {
  const [lobby] = await Promise.all([import('./Lobby.svelte'), loadWords('lobby')])
  return lobby.default
}

/** Fetches the dialog that offers a seat to another device. */
export async function loadMoveSeat(): Promise<typeof MoveSeat> {
  const [move] = await Promise.all([import('./MoveSeat.svelte'), loadWords('lobby')])
  return move.default
}

/** Fetches the dialog that takes such a seat over. */
export async function loadClaimSeat(): Promise<typeof ClaimSeat> {
  const [claim] = await Promise.all([import('./ClaimSeat.svelte'), loadWords('lobby')])
  return claim.default
}

/** Fetches the dialog that changes the settings. */
export async function loadSettingsDialog(): Promise<typeof SettingsDialog> {
  return (await import('./SettingsDialog.svelte')).default
}
