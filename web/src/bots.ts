/** Names that bots sit down under. */
const NAMES = ['Inès', 'Hugo', 'Karim', 'Zoé', 'Marius', 'Lin', 'Awa', 'Noé']

/** Names for bots, none of them taken. */
export function botNames(taken: readonly string[]): string[] {
  const there = taken.map((name) => name.trim().toLowerCase())
  return NAMES.filter((name) => !there.includes(name.toLowerCase()))
}

/** The level that is offered first: bots come from the weakest to the strongest, and not everybody wants the strongest. */
export function usualLevel(bots: readonly { name: string }[]): string {
  return (bots.find((one) => one.name === 'steady') ?? bots.at(-1))?.name ?? ''
}
