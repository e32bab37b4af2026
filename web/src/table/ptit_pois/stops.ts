/** What the arrow keys go to, as rows from above: the piles, the own cards with what may be done to them, the button. */
import type { PtitPoisSpot } from '../../wire/protocol.gen'

interface Board {
  row: readonly PtitPoisSpot[]
  main: number // cards
  turns: readonly number[] // packets that may be turned
  perRow: number // cards of the Main side by side
  isWide: boolean // Rangée and Main side by side
  isForced: boolean // Up&Down is a button
  hasAction: boolean // there is a button below
}

/** Returns the stops, row by row. */
export function stopsOf({ row, main, turns, perRow, isWide, isForced, hasAction }: Board): string[][] {
  const piles = ['pile-0', ...(isForced ? ['flip-card'] : []), 'pile-1']
  const packets = [0, 1].flatMap((packet) => [
    ...[2 * packet, 2 * packet + 1].filter((spot) => row[spot]?.status === 'visible').map((spot) => `row-${spot}`),
    ...(turns.includes(packet) ? [`turn-${packet}`] : []),
  ])
  const cards = Array.from({ length: Math.ceil(main / perRow) }, (_, line) =>
    Array.from({ length: Math.min(perRow, main - line * perRow) }, (_, place) => `main-${line * perRow + place}`),
  )
  const [first = [], ...rest] = cards
  const own = isWide ? [[...packets, ...first], ...rest] : [packets, ...cards]
  return [piles, ...own, hasAction ? ['action'] : []].filter((line) => line.length)
}

/** Returns where a key leads from a stop, null where it leads nowhere. */
export function stepFrom(stops: readonly (readonly string[])[], from: string, key: string): string | null {
  const line = stops.findIndex((one) => one.includes(from))
  const here = stops[line]
  if (!here) return null
  const place = here.indexOf(from)
  switch (key) {
    case 'ArrowLeft':
      return here[place - 1] ?? null
    case 'ArrowRight':
      return here[place + 1] ?? null
    case 'Home':
      return here[0] ?? null
    case 'End':
      return here.at(-1) ?? null
  }
  const next = stops[line + (key === 'ArrowUp' ? -1 : 1)]
  if (!next) return null
  // To what lies about as far from the left.
  const share = here.length > 1 ? place / (here.length - 1) : 0
  return next[Math.round(share * (next.length - 1))] ?? null
}
