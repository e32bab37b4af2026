/** Numbers of an analysis as one reads them. */
import { language } from '../language.svelte'
import { tableOf } from '../table/boards'
import { amount } from '../table/standings'
import { number } from '../words'
import type { RoomView } from '../wire/protocol.gen'

/** A share of one: "45 %". */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** A number of points with as many decimals as say something, also of one like it: 0,12, 4,5 and 34. */
export function points(value: number, like = value): string {
  return number(rounded(value, like))
}

/** The same with what the game counts: "4,5 points". */
export function amountOf(view: RoomView, value: number, like = value): string {
  return amount(tableOf(view).unit(view), rounded(value, like))
}

/** The number with its sign, for what was gained or lost. */
export function gain(value: number): string {
  const shown = rounded(value)
  return shown > 0 ? `+${number(shown)}` : number(shown)
}

function rounded(value: number, like = value): number {
  const size = Math.abs(like)
  const parts = size < 1 ? 100 : size < 10 ? 10 : 1
  const shown = Math.round(Math.abs(value) * parts) / parts
  return value < 0 && shown > 0 ? -shown : shown
}
