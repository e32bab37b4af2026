/** Copying and sharing, also on pages without https, where the device keeps its clipboard closed. */
import { say } from './words'

/** Copies a text; returns false where the browser refuses, and then it stands selected in `field` to be copied by hand. */
export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const shown = field.value
    field.value = text
    field.select()
    const copied = document.execCommand('copy')
    if (copied) field.value = shown
    return copied
  }
}

/** Whether the device has a sheet of its own for sharing. */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Opens the device's own sheet for a link; returns false where there is none, or it failed. */
export async function share(url: string): Promise<boolean> {
  if (!canShare()) return false
  try {
    await navigator.share({ url, title: say('app.name') })
    return true
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'AbortError' // closing the sheet is no fault
  }
}
