/** What this device remembers between visits: small choices, never anything of a game. */

const PREFIX = 'tablee.'

/** Returns what was kept under `name`, or `otherwise` when nothing readable is there. */
export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise // storage is forbidden here, or holds what an older page wrote
  }
}

/** Forgets all that was kept. */
export function forgetKept(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
  } catch {
    // Storage is forbidden here: then nothing was kept.
  }
}

/** Keeps `value` under `name`. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Storage is forbidden or full: the choice lasts for this visit, which is all that can be had.
  }
}
