/** The round of a table, as its game's view: the wire says which game it is, this makes it the type. */
import type { RoomView } from '../wire/protocol.gen'

type Round = NonNullable<RoomView['table']>

/** Returns the round where it is one of that game, null before the first deal. */
export function roundOf<G extends Round['game']>(view: RoomView | null, game: G): Extract<Round, { game: G }> | null {
  const table = view?.table
  return table?.game === game ? (table as Extract<Round, { game: G }>) : null
}
