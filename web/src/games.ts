/** The three games as the home page shows them, also before the server answered. */

export interface GameTile {
  name: 'skyjo' | 'jungo' | 'ptit_pois'
  seats: [number, number]
  playable: boolean
}

export const TILES: readonly GameTile[] = [
  { name: 'skyjo', seats: [2, 8], playable: true },
  { name: 'jungo', seats: [3, 5], playable: false },
  { name: 'ptit_pois', seats: [2, 6], playable: false },
]

/** Whether `name` is a game of Tablée; then it has words under `games`. */
export function isGame(name: string): name is GameTile['name'] {
  return TILES.some((tile) => tile.name === name)
}
