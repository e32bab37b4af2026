/** P'tit Pois at the table. */
import type { GameTable } from '../boards'
import PtitPoisBoard from './PtitPoisBoard.svelte'
import { prompt, tell } from './sentences'

// For who speaks of the game's actions elsewhere: from here, so that all of a game comes as one file.
export { default as Card } from './Card.svelte'
export { cardName, codeOf } from './cards'
export { packetOf, playOf, type Own } from './choices'

export const ptitPois: GameTable = {
  Board: PtitPoisBoard,
  tell,
  prompt,
  hasHands: true,
  unit: () => 'points',
  accents: ['bonus', 'finish'],
  later: async () => (await import('./later')).later,
}
