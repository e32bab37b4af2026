/** P'tit Pois at the table. */
import { say } from '../../words'
import type { GameTable } from '../boards'
import PtitPoisBoard from './PtitPoisBoard.svelte'
import Remains from './Remains.svelte'
import { penalty, prompt, summary, tell } from './sentences'

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
