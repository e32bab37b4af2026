/** Sentences for screen readers; `Announcer.svelte`, mounted once, speaks them. */

export const spoken = $state({ text: '', times: 0 })

/** Says a sentence politely, also when it is the same as the last one. */
export function announce(text: string): void {
  spoken.text = text
  spoken.times += 1
}
