/** What this device has read of a table's chat, and whose lines it hides; for this visit, whatever screen shows it. */
import { announce } from '../announce.svelte'
import { say, type Key } from '../words'
import { words } from '../language.svelte'
import { nameOf } from '../table/seats'
import type { ChatLine, RoomView } from '../wire/protocol.gen'

class Talk {
  /** Number of the last line that was in sight. */
  seen = $state(0)
  /** Speakers whose lines are hidden here. */
  hidden = $state.raw<readonly string[]>([])
  #heard: number | null = null

  /** Tells new lines of others to screen readers, and returns the last of them. */
  hear(view: RoomView): ChatLine | null {
    const last = view.chat.at(-1)?.number ?? 0
    const heard = this.#heard
    this.#heard = last
    if (heard === null) {
      this.seen = last // what was said before one came is no news
      return null
    }
    const fresh = this.shown(view).filter((line) => line.number > heard && !view.yours.includes(line.seat))
    if (fresh.length) announce(fresh.map((line) => spoken(view, line)).join(' '))
    return fresh.at(-1) ?? null
  }

  /** The lines that are shown here. */
  shown(view: RoomView): ChatLine[] {
    return view.chat.filter((line) => (line.phrase ?? line.text) !== null && !this.hidden.includes(speakerOf(view, line)))
  }

  /** How many lines of others have come since the chat was last in sight. */
  unread(view: RoomView): number {
    return this.shown(view).filter((line) => line.number > this.seen && !view.yours.includes(line.seat)).length
  }
}

const talks = new Map<string, Talk>()

/** What this device knows of the chat of a table. */
export function talkOf(room: string): Talk {
  const talk = talks.get(room) ?? new Talk()
  talks.set(room, talk)
  return talk
}

/** The name of who said a line. */
export function speakerOf(view: RoomView, line: ChatLine): string {
  return line.name ?? nameOf(view, line.seat)
}

/** The seat where a speaker sits now, null where they have left. */
export function seatOf(view: RoomView, line: ChatLine): number | null {
  const isThere = (seat: number) => view.seats[seat]?.kind === 'person' && view.seats[seat].name === line.name
  if (isThere(line.seat)) return line.seat
  const seat = view.seats.findIndex((_, place) => isThere(place))
  return seat < 0 ? null : seat
}

/** The set phrases and reactions, in the order of their words. */
export function phrases(): { name: string; isSign: boolean }[] {
  return Object.keys(words().chat.phrases).map((name) => ({ name, isSign: name.startsWith('_') }))
}

/** A phrase in the reader's language. */
export function phrase(name: string): string {
  return say(`chat.phrases.${name}` as Key)
}

/** A line in words. */
export function spoken(view: RoomView, line: ChatLine): string {
  return say('chat.said', { name: speakerOf(view, line), line: line.phrase ? phrase(line.phrase) : (line.text ?? '') })
}
