/** Jungo at the table. */
import type { GameTable } from '../boards'
import JungoBoard from './JungoBoard.svelte'
import { prompt, tell, unit } from './sentences'

// For who speaks of the game's actions elsewhere: from here, so that all of a game comes as one file.
export { playOf, type Run } from './choices'
export { cardName, combination } from './words'

export const jungo: GameTable = {
  Board: JungoBoard,
  tell,
  prompt,
  hasHands: true,
  unit,
  accents: ['jungo', 'finish'],
  later: async () => (await import('./later')).later,
}
