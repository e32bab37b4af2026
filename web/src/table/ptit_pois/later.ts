/** What a table of P'tit Pois needs only once a round is closed, or is asked for. */
import { say } from '../../words'
import type { GameLater } from '../boards'
import { penalty, summary } from './counted'
import Remains from './Remains.svelte'

export const later: GameLater = {
  Remains,
  penalty,
  summary,
  keys: () => [
    ['R', say('table.ptit_pois.keys.flip_do')],
    ['T', say('table.ptit_pois.keys.turn_do')],
    ['P', say('table.ptit_pois.keys.stop_do')],
    ['Esc', say('table.ptit_pois.keys.cancel_do')],
  ],
}
