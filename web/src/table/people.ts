/** What a table shows about its people comes when it is asked for, with the words it shares with the lobby and what comes later. */
import { loadWords } from '../language.svelte'
import type People from './People.svelte'

/** Fetches the list of the people at the table. */
export async function loadPeople(): Promise<typeof People> {
  const [people] = await Promise.all([import('./People.svelte'), loadWords('lobby'), loadWords('later')])
  return people.default
}
