/** The chat comes when a table needs it, with its words and those of the lobby, where people are silenced too. */
import { loadWords } from '../language.svelte'
import type Chat from './Chat.svelte'

/** Fetches the chat. */
export async function loadChat(): Promise<typeof Chat> {
  const [chat] = await Promise.all([import('./Chat.svelte'), loadWords('chat'), loadWords('lobby')])
  return chat.default
}
