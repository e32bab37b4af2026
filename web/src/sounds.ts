/** Sounds for who has switched them on in the menu; for all others what makes them is not even fetched. */
import { preferences } from './preferences.svelte'
import type { Sound } from './tones'

/** Plays a sound, if sounds are on. */
export function play(name: Sound): void {
  if (!preferences.sounds) return
  import('./tones').then(({ sound }) => sound(name), () => undefined) // without a network it is silent
}
