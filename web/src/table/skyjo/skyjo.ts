/** Skyjo at the table. */
import { say } from '../../words'
import type { GameTable } from '../boards'
import Remains from './Remains.svelte'
import SkyjoBoard from './SkyjoBoard.svelte'
import { penalty, prompt, summary, tell } from './sentences'

// For who speaks of the game's actions elsewhere: from here, so that all of a game comes as one file.
export { cellOf } from './actions'

export const skyjo: GameTable = {
  Board: SkyjoBoard,
  Remains,
  tell,
  prompt,
  penalty,
  summary,
  hasHands: false,
  unit: () => 'points',
  accents: ['remove'],
  keys: () => [
    ['P', say('table.keys.pile_do')],
    ['D', say('table.keys.discard_do')],
    ['X', say('table.keys.remove_do')],
    ['G', say('table.keys.keep_do')],
  ],
}
