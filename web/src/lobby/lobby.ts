/** The lobby comes when a table is in that stage, with its words. */
import { loadWords } from '../language.svelte'
import type Claims from './Claims.svelte'
import type Lobby from './Lobby.svelte'

/** Fetches the lobby. */
export async function loadLobby(): Promise<typeof Lobby> {
  const [lobby] = await Promise.all([import('./Lobby.svelte'), loadWords('lobby')])
  return lobby.default
}

/** Fetches what looks for a seat on offer in the address. */
export async function loadClaims(): Promise<typeof Claims> {
  return (await import('./Claims.svelte')).default
}
