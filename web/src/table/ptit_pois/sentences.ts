/** P'tit Pois in words: what happened, what is to do, why a score is not its sum. */
import { list, number, say } from '../../words'
import type { Happening, PtitPoisSeat, PtitPoisView, RoomView } from '../../wire/protocol.gen'
import { roundOf } from '../round'
import { nameOf, namesOf } from '../seats'
import { cardName, cardOf, cardSpoken, colourName } from './cards'
import { offer } from './choices'

const LEAST = 1
const MOST = 10

/** The side of Up&Down that lies up, and what it asks for: "UP", "égal ou plus". */
export function direction(table: Pick<PtitPoisView, 'direction'>): { side: string; rule: string } {
  const is = table.direction === 'down' ? 'down' : 'up'
  return { side: say(`table.ptit_pois.${is}`), rule: say(`table.ptit_pois.${is}_rule`) }
}

/** Returns which values fit one of the open piles: "6 ou plus"; empty where every value does. */
export function bound(table: PtitPoisView): string {
  const tops = table.piles.filter((_, side) => table.bonus_pile === null || side === table.bonus_pile).map(({ value }) => value)
  const isDown = table.direction === 'down'
  const n = isDown ? Math.max(...tops) : Math.min(...tops)
  if (n === (isDown ? MOST : LEAST)) return ''
  if (n === (isDown ? LEAST : MOST)) return say('table.ptit_pois.bound.only', { n })
  return say(isDown ? 'table.ptit_pois.bound.down' : 'table.ptit_pois.bound.up', { n })
}

/** The same with what it is: "jouable : 6 ou plus". */
export function playable(table: PtitPoisView): string {
  const limit = bound(table)
  return limit ? say('table.ptit_pois.playable', { bound: limit }) : say('table.ptit_pois.playable_all')
}

/** Returns a thing that happened as a sentence. */
export function tell(happening: Happening, view: RoomView): string {
  const { what, seat, cells = [], card, old, cards = [] } = happening
  const isYou = seat === view.you
  const name = nameOf(view, seat)
  const shown = card == null ? '' : cardName(cardOf(card))
  switch (what) {
    case 'play':
    case 'play_row': {
      const key = cells[1] === 1 ? 'play_1' : 'play_0'
      return say(`table.ptit_pois.told.${isYou ? (`${key}_you` as const) : key}`, { name, card: shown })
    }
    case 'bonus':
      return say('table.ptit_pois.told.bonus', { colour: colourName(cardOf(card ?? 0).colour) })
    case 'turn_packet': {
      const key = old == null ? 'turn_packet' : 'turn_packet_old'
      const facts = { name, card: shown, old: old == null ? '' : cardName(cardOf(old)) }
      return say(`table.ptit_pois.told.${isYou ? (`${key}_you` as const) : key}`, facts)
    }
    case 'flip': {
      const { side } = direction({ direction: cells[0] === 1 ? 'down' : 'up' })
      return say(isYou ? 'table.ptit_pois.told.flip_you' : 'table.ptit_pois.told.flip', { name, side })
    }
    case 'draw': {
      const [n = 0] = cells
      if (!n) return say('table.ptit_pois.told.draw_none')
      if (isYou && cards.length) {
        return say('table.ptit_pois.told.draw_you', { cards: list(cards.map((one) => cardName(cardOf(one)))) })
      }
      return say('table.ptit_pois.told.draw', { name, n })
    }
    case 'stuck':
    case 'stop':
      return say(`table.ptit_pois.told.${isYou ? (`${what}_you` as const) : what}`, { name })
    case 'finish': {
      const key = roundOf(view, 'ptit_pois')?.seats[seat]?.main.length ? 'finish_row' : 'finish_main'
      return say(`table.ptit_pois.told.${isYou ? (`${key}_you` as const) : key}`, { name })
    }
    case 'reshuffle':
    case 'over':
      return say(`table.ptit_pois.told.${what}`)
    default:
      return ''
  }
}

/** Returns what the turn line says: what the viewer may do and the other thing one could do, or who is awaited. */
export function prompt(view: RoomView): { title: string; note: string } {
  const table = roundOf(view, 'ptit_pois')
  if (!table || table.step === 'deal') return { title: say('table.wait.shuffling'), note: '' }
  if (view.stage !== 'play') return { title: say('table.wait.round_over'), note: '' }
  if (!view.decision) return waiting(view, table)
  const can = offer(view.decision.legal)
  const limit = bound(table)
  if (table.step === 'bonus') return bonus(table, can.plays.size > 0, can.turns.size > 0)
  if (table.step === 'flipped') {
    const title = limit ? say('table.ptit_pois.turn.flipped', { bound: limit }) : say('table.ptit_pois.turn.flipped_all')
    return { title, note: say('table.ptit_pois.turn.flipped_note') }
  }
  if (!can.plays.size) return { title: say('table.ptit_pois.turn.flip'), note: say('table.ptit_pois.turn.flip_note') }
  return {
    title: limit ? say('table.ptit_pois.turn.play', { bound: limit }) : say('table.ptit_pois.turn.play_all'),
    note: say(can.flip ? 'table.ptit_pois.turn.or_flip' : 'table.ptit_pois.turn.play_note'),
  }
}

/** Returns the colour that the due bonus was earned with, null where the view does not say on which pile. */
export function bonusColour(table: PtitPoisView): number | null {
  if (table.step !== 'bonus' || table.bonus_pile === null) return null
  return table.piles[table.bonus_pile]?.colour ?? null
}

function bonus(table: PtitPoisView, mayPlay: boolean, mayTurn: boolean): { title: string; note: string } {
  const colour = bonusColour(table)
  const title =
    colour === null
      ? say('table.ptit_pois.turn.bonus_any')
      : say('table.ptit_pois.turn.bonus', { colour: colourName(colour) })
  if (!mayPlay) return { title, note: say(mayTurn ? 'table.ptit_pois.turn.turn_or_stop' : 'table.ptit_pois.turn.stop_only') }
  const again = say(`table.ptit_pois.turn.again_${(table.bonus_pile ?? 'any') as 0 | 1 | 'any'}`)
  return { title, note: say(mayTurn ? 'table.ptit_pois.turn.again_or_turn' : 'table.ptit_pois.turn.again_or_stop', { again }) }
}

function waiting(view: RoomView, table: PtitPoisView): { title: string; note: string } {
  if (table.turn !== null && table.turn !== view.you) {
    const colour = bonusColour(table)
    let note = ''
    if (colour !== null) note = say('table.ptit_pois.turn.bonus_of', { colour: colourName(colour) })
    else if (table.step === 'flipped') note = say('table.ptit_pois.turn.flipped_of')
    else if (view.you !== null && !table.in_play.includes(view.you)) {
      note = view.is_tie_break ? say('table.ptit_pois.turn.looking_on') : ''
    }
    return { title: say('table.wait.thinks', { name: nameOf(view, table.turn) }), note }
  }
  const seats = (view.wait?.seats ?? []).filter((seat) => seat !== view.you)
  const title = seats.length ? say('table.wait.names', { names: namesOf(view, seats) }) : say('table.wait.shuffling')
  return { title, note: '' }
}

/** Returns a packet for the ear: "8 orange, triangle, une carte cachée dessous". */
export function packetSpoken(row: PtitPoisSeat['row'], packet: number): string {
  const [cover, under] = row.slice(2 * packet, 2 * packet + 2)
  const faces = [cover, under].flatMap((spot) => (spot?.status === 'visible' && spot.card ? [cardSpoken(spot.card)] : []))
  const below = [cover, under].find((spot) => spot?.status === 'hidden' || spot?.status === 'known')
  if (!below) return faces.length ? list(faces) : say('table.ptit_pois.empty')
  const where = faces.length ? 'below' : 'alone'
  const hidden = below.card
    ? say(`table.ptit_pois.known_${where}`, { card: cardSpoken(below.card) })
    : say(`table.ptit_pois.hidden_${where}`)
  return [...faces, hidden].join(', ')
}

/** Returns a seat for the ear: name, total, size of the Main, Rangée. */
export function seatSpoken(view: RoomView, table: PtitPoisView, seat: number): string {
  const has = table.seats[seat]
  const name = nameOf(view, seat)
  if (!has || !table.in_play.includes(seat)) return say('table.ptit_pois.mat_out', { name })
  const total = view.totals[seat]
  return say('table.ptit_pois.mat', {
    name,
    total: total == null ? say('table.scores.none_spoken') : number(total),
    n: has.main.length,
    row: [0, 1].map((packet) => packetSpoken(has.row, packet)).join(' ; '),
  })
}
