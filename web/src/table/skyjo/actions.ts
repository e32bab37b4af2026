/** What the viewer may do, from the texts of `decision.legal`: draw, take, discard, remove, keep, turn b3, swap a1. */

export interface Offer {
  draw: boolean
  take: boolean
  discard: boolean
  remove: boolean
  keep: boolean
  cells: ReadonlyMap<number, string> // the action that a cell stands for
  turns: boolean // the cells are turned over, not swapped
}

const NOTHING: Offer = {
  draw: false,
  take: false,
  discard: false,
  remove: false,
  keep: false,
  cells: new Map(),
  turns: false,
}

/** Returns the offer of a list of legal actions for a grid of so many columns. */
export function offer(legal: readonly string[], columns: number): Offer {
  if (!legal.length) return NOTHING
  const cells = new Map<number, string>()
  for (const action of legal) {
    const cell = cellOf(action, columns)
    if (cell !== null) cells.set(cell, action)
  }
  return {
    draw: legal.includes('draw'),
    take: legal.includes('take'),
    discard: legal.includes('discard'),
    remove: legal.includes('remove'),
    keep: legal.includes('keep'),
    cells,
    turns: legal.some((action) => action.startsWith('turn ')),
  }
}

/** Returns the cell that an action names, null where it names none: `swap b1` is cell 1. */
export function cellOf(action: string, columns: number): number | null {
  const [, column, row] = /^(?:turn|swap) ([a-h])([1-6])$/.exec(action) ?? []
  if (!column || !row) return null
  return (Number(row) - 1) * columns + 'abcdefgh'.indexOf(column)
}
