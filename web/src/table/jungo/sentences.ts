/** Jungo in words: what happened, what is to do, how the round was won. */
import { number, say } from '../../words'
import type { Happening, JungoView, RoomView } from '../../wire/protocol.gen'
import type { Unit } from '../boards'
import { roundOf } from '../round'
import { isOwn, nameOf, namesOf } from '../seats'
import { choices, largest } from './choices'
import { cardName, cardsSpoken, combination, combinationSpoken } from './words'

/** Returns a thing that happened as a sentence. */
export function tell(happening: Happening, view: RoomView): string {
  const { what, seat, card, cards = [] } = happening
  const isYou = seat === view.you
  const facts = { name: nameOf(view, seat), card: card == null ? '' : cardName(card) }
  switch (what) {
    case 'draw':
    case 'insert':
      return isYou && card != null ? say(`table.jungo.told.${what}_you`, facts) : say(`table.jungo.told.${what}`, facts)
    case 'discard':
    case 'pick_up':
    case 'pass':
    case 'finish':
      return say(`table.jungo.told.${isYou ? (`${what}_you` as const) : what}`, facts)
    case 'play':
    case 'jungo': {
      const played = combinationSpoken(card ?? 0, cards.length)
      return say(`table.jungo.told.${isYou ? (`${what}_you` as const) : what}`, { ...facts, cards: played })
    }
    case 'take':
    case 'throw':
      return say(`table.jungo.told.${isYou ? (`${what}_you` as const) : what}`, { ...facts, cards: cardsSpoken(cards) })
    case 'full_lap':
      if (view.seats[seat]?.has_withdrawn) return say('table.jungo.told.full_lap_gone')
      return say(`table.jungo.told.${isYou ? 'full_lap_you' : 'full_lap'}`, facts)
    case 'reshuffle':
      return say('table.jungo.told.reshuffle')
    case 'over':
      return say('table.jungo.told.over')
    default:
      return ''
  }
}

/** Returns what beats the combination on the table: "il faut 5 · 5 et plus, ou 3 cartes". */
export function toBeat(table: JungoView): string {
  const value = table.value ?? 0
  const n = table.combination.length
  if (value >= HIGHEST) return say('table.jungo.beat_more', { n: n + 1 })
  const facts = { n: n + 1, higher: combination(value + 1, n) }
  return say(value === HIGHEST - 1 ? 'table.jungo.beat_highest' : 'table.jungo.beat', facts)
}

const HIGHEST = 8

/** Returns whose the combination is: "posés par Inès". */
export function ownerOf(view: RoomView, table: JungoView): string {
  if (table.owner === null) return ''
  const n = table.combination.length
  if (isOwn(view, table.owner)) return say('table.jungo.owner_you', { n })
  return say('table.jungo.owner', { n, name: nameOf(view, table.owner) })
}

/** Returns what the turn line says: what the viewer may do and the other thing one could do, or who is awaited. */
export function prompt(view: RoomView): { title: string; note: string } {
  const table = roundOf(view, 'jungo')
  if (!table) return { title: say('table.wait.shuffling'), note: '' }
  if (view.stage !== 'play') return { title: over(table, view), note: '' }
  if (!view.decision || view.you === null) return waiting(view, table)
  const hand = table.hands[view.you]
  const can = choices(view.decision.legal, hand?.cards ?? [], table.held)
  switch (table.step) {
    case 'drawn':
      return drawn(table.held ?? 0, largest(can.plays))
    case 'beaten':
      return beaten(view, table)
    case 'gap':
      return {
        title: say('table.jungo.turn.gap', { card: cardName(table.beaten[0] ?? 0) }),
        note: say('table.jungo.turn.gap_note', { n: table.beaten.length }),
      }
    default:
      return play(table, can)
  }
}

function over(table: JungoView, view: RoomView): string {
  if (table.finisher === null) return say('table.wait.round_over')
  if (table.finisher === view.you) return say('table.jungo.turn.over_you')
  return say('table.jungo.turn.over', { name: nameOf(view, table.finisher) })
}

function play(table: JungoView, can: ReturnType<typeof choices>): { title: string; note: string } {
  const on = combination(table.value ?? 0, table.combination.length)
  if (!table.combination.length) {
    const note = say(can.draw ? 'table.jungo.turn.free_note' : 'table.jungo.turn.free_due')
    return { title: say('table.jungo.turn.free'), note }
  }
  if (!can.plays.length) {
    const title = say(can.pass ? 'table.jungo.turn.pass' : 'table.jungo.turn.draw')
    return { title, note: say('table.jungo.turn.none_note', { cards: on }) }
  }
  const title = say(can.pass ? 'table.jungo.turn.play_or_pass' : 'table.jungo.turn.play', { cards: on })
  return { title, note: say('table.jungo.turn.play_note') }
}

function drawn(held: number, best: { value: number; count: number } | null): { title: string; note: string } {
  const card = cardName(held)
  if (!best) return { title: say('table.jungo.turn.drawn', { card }), note: say('table.jungo.turn.drawn_note') }
  const cards = combination(best.value, best.count)
  return { title: say('table.jungo.turn.jungo', { card }), note: say('table.jungo.turn.jungo_note', { cards }) }
}

function beaten(view: RoomView, table: JungoView): { title: string; note: string } {
  const isOne = view.settings['beaten_cards'] === 'per_card' || table.beaten.length === 1
  const cards = cardsSpoken(isOne ? table.beaten.slice(0, 1) : table.beaten)
  const title = say('table.jungo.turn.beaten', { n: isOne ? 1 : table.beaten.length, cards })
  const left = table.beaten.length - 1
  const note = isOne && left > 0 ? say('table.jungo.turn.beaten_more', { n: left }) : say('table.jungo.turn.beaten_note')
  return { title, note }
}

function waiting(view: RoomView, table: JungoView): { title: string; note: string } {
  const note =
    view.you !== null && !table.in_play.includes(view.you) && !view.seats[view.you]?.has_withdrawn
      ? say('table.jungo.turn.looking_on')
      : ''
  if (table.turn !== null && table.turn !== view.you) {
    return { title: say('table.wait.thinks', { name: nameOf(view, table.turn) }), note }
  }
  const seats = (view.wait?.seats ?? []).filter((seat) => seat !== view.you)
  return { title: seats.length ? say('table.wait.names', { names: namesOf(view, seats) }) : say('table.wait.shuffling'), note }
}

/** Returns what totals count: rounds won, or cards left over (J12). */
export function unit(view: RoomView): Unit {
  return view.settings['score'] === 'cards_left' ? 'cards' : 'rounds'
}

/** Returns an opponent's hand for the ear: its size, and the cards of it that everyone knows. */
export function handSpoken(view: RoomView, table: JungoView, seat: number): string {
  const hand = table.hands[seat]
  const known = (hand?.cards ?? []).flatMap((card, place) =>
    card === null ? [] : say('table.jungo.known_at', { card: cardName(card), n: place + 1 }),
  )
  const facts = { name: nameOf(view, seat), n: hand?.size ?? 0 }
  if (!known.length) return say('table.jungo.mat', facts)
  return say('table.jungo.mat_known', { ...facts, known: known.join(', ') })
}

/** Returns where a gap of the own hand is: "entre le 3 et le 6". */
export function gapSpoken(cards: readonly (number | null)[], gap: number): string {
  const name = (place: number) => cardName(cards[place] ?? 0)
  if (!cards.length) return say('table.jungo.gap_only')
  if (gap === 0) return say('table.jungo.gap_first', { after: name(0) })
  if (gap === cards.length) return say('table.jungo.gap_last', { before: name(gap - 1) })
  return say('table.jungo.gap', { n: number(gap + 1), before: name(gap - 1), after: name(gap) })
}
