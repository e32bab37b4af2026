/** Skyjo at the table. */
import type { GameTable } from '../boards'
import Remains from './Remains.svelte'
import SkyjoBoard from './SkyjoBoard.svelte'
import { penalty, prompt, summary, tell } from './sentences'

export const skyjo: GameTable = {
  Board: SkyjoBoard,
  Remains,
  tell,
  prompt,
  penalty,
  summary,
  unit: () => 'points',
  accents: ['remove'],
  keys: [
    ['P', 'table.keys.pile_do'],
    ['D', 'table.keys.discard_do'],
    ['X', 'table.keys.remove_do'],
    ['G', 'table.keys.keep_do'],
  ],
}
