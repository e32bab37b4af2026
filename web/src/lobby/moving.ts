/** The dialogs about a seat that goes to another device come when they are needed, with the words of the lobby. */
import { loadWords } from '../language.svelte'
import type ClaimSeat from './ClaimSeat.svelte'
import type MoveSeat from './MoveSeat.svelte'

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
