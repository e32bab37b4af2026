/** The games' settings as the server last told them, kept so that a sheet can be made without a network. */
import { games, type Game } from '../api'
import { Unreached } from '../refused'
import { language } from '../language.svelte'
import { get, put } from './device'

/** What a score sheet looks at: other settings are for live tables. */
const COUNTING = new Set([
  ...['end', 'tie', 'rows', 'columns', 'column_removal', 'row_removal', 'columns_at_scoring'],
  ...['penalty', 'multiplier', 'flat_points', 'penalise_tie', 'double_negatives'],
  ...['score', 'colours', 'copies', 'finisher_tie'],
])

/** Asks for the games in the page's language and keeps the answer. */
async function bring(): Promise<Game[]> {
  const lang = language()
  const found = await games()
  await put('forms', { lang, games: found })
  return found
}

/** Returns the games as asked for now or, without a network, as they were kept; null where they never were. */
export async function forms(): Promise<Game[] | null> {
  try {
    return await bring()
  } catch (failure) {
    if (!(failure instanceof Unreached)) throw failure
    return (await get('forms', language()))?.games ?? (await get('forms', 'fr'))?.games ?? (await get('forms', 'en'))?.games ?? null
  }
}

/** Returns a game with the settings that counting looks at, but for its length. */
export function counting(game: Game): Game {
  return { ...game, settings: game.settings.filter(({ name }) => COUNTING.has(name) && name !== 'end') }
}
