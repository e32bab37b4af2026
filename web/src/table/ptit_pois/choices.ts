/** What the viewer may do now, from the text forms of `decision.legal`: flip, stop, turn 1, main 3 left, row 2 right. */

export type Side = 0 | 1 // the left pile, the right pile

/** A card of the viewer's own: `main-0` is the first of the Main, `row-2` the cover of the second packet. */
export type Own = `main-${number}` | `row-${number}`

export type Play = Partial<Record<Side, string>> // the action for each pile that the card fits

export interface Offer {
  flip: boolean
  stop: boolean
  turns: ReadonlyMap<number, string> // packet and its action
  plays: ReadonlyMap<Own, Play>
}

const FORM = /^(main|row) (\d+) (left|right)$/

/** Returns the offer of a list of legal actions. */
export function offer(legal: readonly string[]): Offer {
  const plays = new Map<Own, Play>()
  const turns = new Map<number, string>()
  for (const action of legal) {
    const packet = packetOf(action)
    if (packet !== null) turns.set(packet, action)
    const play = playOf(action)
    if (play) plays.set(play.own, { ...plays.get(play.own), [play.side]: action })
  }
  return { flip: legal.includes('flip'), stop: legal.includes('stop'), turns, plays }
}

/** Returns the card and the pile that an action names, null where it names none. */
export function playOf(action: string): { own: Own; side: Side } | null {
  const [, word, place, pile] = FORM.exec(action) ?? []
  if (!word) return null
  return { own: `${word as 'main' | 'row'}-${Number(place) - 1}`, side: pile === 'left' ? 0 : 1 }
}

/** Returns the packet that an action turns over, null where it turns none. */
export function packetOf(action: string): number | null {
  const [, packet] = /^turn (\d)$/.exec(action) ?? []
  return packet ? Number(packet) - 1 : null
}

/** Returns the piles that a play may choose between. */
export function sidesOf(play: Play | undefined): Side[] {
  return ([0, 1] as const).filter((side) => play?.[side] !== undefined)
}
