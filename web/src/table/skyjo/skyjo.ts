/** Skyjo at the table. */
import type { GameTable } from '../boards'
import SkyjoBoard from './SkyjoBoard.svelte'
import { prompt, tell } from './sentences'

// For who speaks of the game's actions elsewhere: from here, so that all of a game comes as one file.
export { cellOf } from './actions'

export const skyjo: GameTable = {
  Board: SkyjoBoard,
  tell,
  prompt,
  hasHands: false,
  unit: () => 'points',
  accents: ['remove'],
  later: async () => (await import('./later')).later,
}
