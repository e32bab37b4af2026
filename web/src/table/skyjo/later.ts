/** What a table of Skyjo needs only once a round is closed, or is asked for. */
import { say } from '../../words'
import type { GameLater } from '../boards'
import { penalty, summary } from './counted'
import Remains from './Remains.svelte'

export const later: GameLater = {
  Remains,
  penalty,
  summary,
  keys: () => [
    ['P', say('table.keys.pile_do')],
    ['D', say('table.keys.discard_do')],
    ['X', say('table.keys.remove_do')],
    ['G', say('table.keys.keep_do')],
  ],
}
