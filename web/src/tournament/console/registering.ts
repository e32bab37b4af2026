/** Names on their way into a tournament: read from what was pasted, registered some at a time. */
import { newId } from '../../ids'
import type { LiveTournament } from '../live.svelte'

const MOST = 100 // at a time, so that a message stays short

/** Returns the names in a pasted list: one a line, without the numbers or dashes before them. */
export function namesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:\d+\s*[.):-]|[-–•*])\s*/, '').trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

export interface NotTaken {
  name: string
  sentence: string
}

/** Registers everybody of a list; those whose name is refused are returned with the reason, the others are registered. */
export async function registerAll(live: LiveTournament, names: readonly string[]): Promise<NotTaken[]> {
  const found: NotTaken[] = []
  for (let at = 0; at < names.length; at += MOST) {
    const some = names.slice(at, at + MOST).map((name) => ({ player: newId(), name }))
    if (await live.send({ do: 'register', players: some }, 'register')) continue
    // Which of them it is, is found out one by one.
    for (const one of some) {
      if (await live.send({ do: 'register', players: [one] }, 'register')) continue
      found.push({ name: one.name, sentence: live.refusal('register') ?? '' })
    }
  }
  live.forgive()
  return found
}
