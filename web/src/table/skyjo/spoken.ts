/** Grids and cards for the ear. */
import { number, say } from '../../words'
import type { RoomView, SkyjoGrid, SkyjoView } from '../../wire/protocol.gen'
import { nameOf } from '../seats'

/** Returns a cell: "ligne 2, colonne 3, cachée". */
export function spokenCell(grid: SkyjoGrid, cell: number, columns: number): string {
  const at = { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 }
  const card = grid.cells[cell]
  if (grid.removed.includes(cell)) return say('table.skyjo.cell_removed', at)
  const beneath = grid.beneath?.[cell]
  if (beneath != null) return say('table.skyjo.cell_beneath', { ...at, card: number(beneath) })
  if (card == null) return say('table.skyjo.cell_hidden', at)
  return say('table.skyjo.cell_card', { ...at, card: number(card) })
}

/** Returns a whole grid, row by row. */
export function spokenRows(grid: SkyjoGrid, columns: number): string {
  const cards = grid.cells.map((card, cell) => {
    if (grid.removed.includes(cell)) return say('table.skyjo.removed')
    const beneath = grid.beneath?.[cell]
    if (beneath != null) return say('table.skyjo.beneath', { card: number(beneath) })
    return card == null ? say('table.skyjo.hidden') : number(card)
  })
  const rows: string[] = []
  for (let row = 0; row * columns < cards.length; row++) {
    const inRow = cards.slice(row * columns, (row + 1) * columns).join(', ')
    rows.push(say('table.skyjo.mat_row', { n: row + 1, cards: inRow }))
  }
  return rows.join(' ')
}

/** Returns an opponent's mat: name, total, visible sum and grid. */
export function spokenMat(view: RoomView, table: SkyjoView, seat: number): string {
  const grid = table.grids[seat]
  const total = view.totals[seat]
  const facts = {
    name: nameOf(view, seat),
    total: total == null ? say('table.scores.none_spoken') : number(total),
    rows: grid ? spokenRows(grid, table.columns) : '',
  }
  const sum = grid?.total
  if (sum == null) return say('table.skyjo.mat_without_sum', facts)
  return say('table.skyjo.mat', { ...facts, visible: number(sum) })
}
