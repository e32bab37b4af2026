/** How far a table is, in a word. */
import type { IconName } from '../icons'
import { say } from '../words'
import type { TableSeen } from './wire'

export interface TableState {
  icon: IconName
  word: string
  tone: 'good' | 'warn' | 'bad' | 'plain'
}

/** How far a table is, as an icon and a word; `isDue`: its time is up. */
export function tableState(table: TableSeen, isBegun: boolean, isDue: boolean): TableState {
  switch (table.state) {
    case 'confirmed':
      return { icon: 'check', word: say('standing.state.confirmed'), tone: 'good' }
    case 'reported':
      return { icon: 'people', word: say('standing.state.reported'), tone: 'plain' }
    case 'conflict':
      return { icon: 'flag', word: say('standing.state.conflict'), tone: 'bad' }
    case 'stopped':
      return { icon: 'pause', word: say('standing.state.stopped'), tone: 'plain' }
    default:
      if (!isBegun) return { icon: 'clock', word: say('standing.state.coming'), tone: 'plain' }
      return isDue
        ? { icon: 'warning', word: say('standing.state.due'), tone: 'warn' }
        : { icon: 'clock', word: say('standing.state.playing'), tone: 'plain' }
  }
}
