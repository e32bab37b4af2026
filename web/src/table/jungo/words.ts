/** Cards and combinations in words: for the eye "4 · 4", for the ear "deux 4". */
import { list, number, say } from '../../words'

const DOTS = 4 // more cards than this are written with their number

/** A card as the wire writes it: 4, or 34 for a double. */
export function cardName(card: number): string {
  return card < 9 ? number(card) : `${Math.floor(card / 10)}/${card % 10}`
}

/** A card for the ear: "4", "3 ou 4". */
export function cardSpoken(card: number): string {
  if (card < 9) return number(card)
  return say('table.jungo.double', { low: Math.floor(card / 10), high: card % 10 })
}

/** A combination for the eye: "4 · 4", "6 fois 4". */
export function combination(value: number, count: number): string {
  if (count > DOTS) return say('table.jungo.times', { count, value })
  return Array.from({ length: count }, () => number(value)).join('\u00a0· ')
}

/** A combination for the ear: "deux 4"; ten cards are the most (J1). */
export function combinationSpoken(value: number, count: number): string {
  return say(`table.jungo.count_${count as 1}`, { value })
}

/** Cards that were not named as one value, for the ear: "deux 4", "1/2 et 2". */
export function cardsSpoken(cards: readonly number[]): string {
  const [first = 0] = cards
  if (first < 9 && cards.every((card) => card === first)) return combinationSpoken(first, cards.length)
  return list(cards.map(cardName))
}
