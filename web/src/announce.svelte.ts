/** Sentences for screen readers; `Announcer.svelte`, mounted once, speaks them. */
import { untrack } from 'svelte'

export const spoken = $state({ text: '', times: 0 })

/** Says a sentence politely, also when it is the same as the last one. */
export function announce(text: string): void {
  spoken.text = text
  spoken.times = untrack(() => spoken.times) + 1 // an effect that speaks is not to run again for it
}
