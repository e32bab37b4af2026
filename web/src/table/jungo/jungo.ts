/** Jungo at the table. */
import { say } from '../../words'
import type { GameTable } from '../boards'
import JungoBoard from './JungoBoard.svelte'
import Remains from './Remains.svelte'
import { prompt, summary, tell, unit } from './sentences'

// For who speaks of the game's actions elsewhere: from here, so that all of a game comes as one file.
export { playOf } from './choices'
export { cardName, combination } from './words'

export const jungo: GameTable = {
  Board: JungoBoard,
  Remains,
  tell,
  prompt,
  penalty: () => null,
  summary,
  hasHands: true,
  unit,
  accents: ['jungo', 'finish'],
  keys: () => [
    [say('table.jungo.keys.extend'), say('table.jungo.keys.extend_do')],
    ['J', say('table.jungo.keys.play_do')],
    ['P', say('table.jungo.keys.draw_do')],
    ['D', say('table.jungo.keys.discard_do')],
    ['G', say('table.jungo.keys.take_do')],
  ],
}
