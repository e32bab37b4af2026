/** P'tit Pois at the table. */
import { say } from '../../words'
import type { GameTable } from '../boards'
import PtitPoisBoard from './PtitPoisBoard.svelte'
import Remains from './Remains.svelte'
import { penalty, prompt, summary, tell } from './sentences'

// For who speaks of the game's actions elsewhere: from here, so that all of a game comes as one file.
export { default as Card } from './Card.svelte'
export { cardName, codeOf } from './cards'
export { packetOf, playOf, type Own } from './choices'

export const ptitPois: GameTable = {
  Board: PtitPoisBoard,
  Remains,
  tell,
  prompt,
  penalty,
  summary,
  hasHands: true,
  unit: () => 'points',
  accents: ['bonus', 'finish'],
  keys: () => [
    ['R', say('table.ptit_pois.keys.flip_do')],
    ['T', say('table.ptit_pois.keys.turn_do')],
    ['P', say('table.ptit_pois.keys.stop_do')],
    ['Esc', say('table.ptit_pois.keys.cancel_do')],
  ],
}
