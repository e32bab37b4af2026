/** Your turn is noticed: the phone stirs and, where sounds are on, one is heard. The title and the turn line say it too. */
import { play } from '../sounds'

/** Tells that it is the viewer's turn now. */
export function noticeTurn(): void {
  // Only what is held in a hand stirs; a browser may refuse even that until the page was touched.
  if (matchMedia('(pointer: coarse)').matches) navigator.vibrate?.(40)
  play('turn')
}
