/** The dialog that asks for a name comes when it is needed, with its words. */
import { loadWords } from '../language.svelte'
import type NameDialog from './NameDialog.svelte'

/** Fetches the dialog that asks for a name. */
export async function loadNameDialog(): Promise<typeof NameDialog> {
  const [dialog] = await Promise.all([import('./NameDialog.svelte'), loadWords('lobby'), loadWords('pages')])
  return dialog.default
}
