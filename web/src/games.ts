/** The games as the home page shows them, also before the server answered. */

export interface GameTile {
  name: 'skyjo' | 'jungo' | 'ptit_pois'
  seats: [number, number]
}

export const TILES: readonly GameTile[] = [
  { name: 'skyjo', seats: [2, 8] },
  { name: 'jungo', seats: [3, 5] },
  { name: 'ptit_pois', seats: [2, 6] },
]

/** Whether `name` is a game of Tablée; then it has words under `games`. */
export function isGame(name: string): name is GameTile['name'] {
  return TILES.some((tile) => tile.name === name)
}
