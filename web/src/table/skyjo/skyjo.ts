/** Skyjo at the table. */
import type { GameTable } from '../boards'
import Remains from './Remains.svelte'
import SkyjoBoard from './SkyjoBoard.svelte'
import { penalty, prompt, summary, tell } from './sentences'

export const skyjo: GameTable = { Board: SkyjoBoard, Remains, tell, prompt, penalty, summary }
