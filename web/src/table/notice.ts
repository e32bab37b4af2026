/** Your turn is noticed: the phone stirs and, where sounds are on, one is heard. Title and turn line say it too. */
import { play } from '../sounds'

/** Tells that it is the viewer's turn now. */
export function noticeTurn(): void {
  // Only what is held in a hand stirs, and browsers allow that only once the page was touched.
  const { userActivation } = navigator as { userActivation?: UserActivation }
  if (matchMedia('(pointer: coarse)').matches && userActivation?.hasBeenActive) navigator.vibrate?.(40)
  play('turn')
}
