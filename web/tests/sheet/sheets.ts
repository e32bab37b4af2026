/** Sheets for the page's tests, and a device that forgets between them. */
import 'fake-indexeddb/auto'
import { fresh } from '../../src/sheet/apply'
import type { NewSheet, SheetView } from '../../src/sheet/wire'

export const OFFICIAL = {
  ...{ end: 'rounds(3)', tie: 'shared', rows: 3, columns: 4, column_removal: 'mandatory', row_removal: 'off' },
  ...{ columns_at_scoring: true, penalty: 'multiply', multiplier: 2, flat_points: 10 },
  ...{ penalise_tie: true, double_negatives: false },
}

/** Returns a sheet that is to be made. */
export function made(names: readonly string[] = ['Léa', 'Hugo', 'Inès'], game = 'skyjo', settings = OFFICIAL as NewSheet['settings']): NewSheet {
  const players = names.map((name, at) => ({ id: `player-${at}`, name, version: '' }))
  return { game, settings, players, at: 1_700_000_000, name: null }
}

/** Returns a view of a sheet with nothing on it. */
export function sheet(...how: Parameters<typeof made>): SheetView {
  return fresh('s12345678901234567890', made(...how))
}
