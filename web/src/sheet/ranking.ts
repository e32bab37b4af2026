/** The ranking of a sheet, best first, and as a text to pass on. */
import { number, say } from '../words'
import { isGame } from '../games'
import { score } from './say'
import type { Player, SheetView } from './wire'

export interface Ranked {
  player: Player
  place: number
  rank: number
  isShared: boolean // ex æquo (K7)
  total: number | null
}

export function ranking(view: SheetView): Ranked[] {
  return view.players
    .map((player, place) => ({
      ...{ player, place, rank: view.ranks[place] ?? 0, total: view.totals[place] ?? null },
      isShared: view.ranks.filter((rank) => rank === view.ranks[place]).length > 1 && !view.gone.includes(player.id),
    }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
}

/** Returns the ranking as lines of text. */
export function textOf(view: SheetView): string {
  const game = isGame(view.game) ? say(`games.${view.game}`) : view.game
  const lines = ranking(view).map(({ player, rank, isShared, total }) => {
    const line = `${number(rank)}. ${player.name} ${score(total)}`
    return isShared ? `${line} (${say('sheets.shared')})` : line
  })
  return [say('sheets.text_title', { game, n: view.rounds.length }), ...lines].join('\n')
}
