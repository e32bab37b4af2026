/** Names that bots sit down under. */
const NAMES = ['Inès', 'Hugo', 'Karim', 'Zoé', 'Marius', 'Lin', 'Awa', 'Noé']

/** Names for bots, none of them taken. */
export function botNames(taken: readonly string[]): string[] {
  const there = taken.map((name) => name.trim().toLowerCase())
  return NAMES.filter((name) => !there.includes(name.toLowerCase()))
}
