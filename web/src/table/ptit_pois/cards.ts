/** P'tit Pois cards: as a number (colour × 10 + value − 1, as happenings carry them) and in words. */
import type { Colour } from '../../cards/PtitPoisCard.svelte'
import { say } from '../../words'
import type { PtitPoisCard } from '../../wire/protocol.gen'

const VALUES = 10
const COLOURS: readonly Colour[] = ['green', 'orange', 'yellow', 'purple', 'red', 'grey']

/** The colour's name for drawing. */
export function drawn(colour: number): Colour {
  return COLOURS[colour] ?? 'green'
}

/** A card as a number, and back. */
export function codeOf({ colour, value }: PtitPoisCard): number {
  return colour * VALUES + value - 1
}
export function cardOf(code: number): PtitPoisCard {
  return { colour: Math.floor(code / VALUES), value: (code % VALUES) + 1 }
}

/** "vert", and its symbol "rond". */
export function colourName(colour: number): string {
  return say(`table.ptit_pois.colour_${colour as 0}`)
}
/** "vert, rond". */
export function colourSpoken(colour: number): string {
  const symbol = say(`table.ptit_pois.symbol_${colour as 0}`)
  return say('table.ptit_pois.colour_spoken', { colour: colourName(colour), symbol })
}

/** "6 vert". */
export function cardName({ colour, value }: PtitPoisCard): string {
  return say('table.ptit_pois.card', { n: value, colour: colourName(colour) })
}
/** "6 vert, rond". */
export function cardSpoken({ colour, value }: PtitPoisCard): string {
  const symbol = say(`table.ptit_pois.symbol_${colour as 0}`)
  return say('table.ptit_pois.card_spoken', { n: value, colour: colourName(colour), symbol })
}
