/** What a table of Jungo needs only once a round is closed, or is asked for. */
import { say } from '../../words'
import type { GameLater } from '../boards'
import { summary } from './counted'
import Remains from './Remains.svelte'

export const later: GameLater = {
  Remains,
  penalty: () => null,
  summary,
  keys: () => [
    [say('table.jungo.keys.extend'), say('table.jungo.keys.extend_do')],
    ['J', say('table.jungo.keys.play_do')],
    ['P', say('table.jungo.keys.draw_do')],
    ['D', say('table.jungo.keys.discard_do')],
    ['G', say('table.jungo.keys.take_do')],
  ],
}
