/** The address that offers a seat to another device: `/table/r1#seat=2&token=…`; what follows # stays on the device. */
import { address } from '../address.svelte'

export interface Offered {
  seat: number
  token: string
}

/** Returns the address with which another device takes a seat over. */
export function claimLink(room: string, { seat, token }: Offered): string {
  return `${address.origin}/table/${room}#seat=${seat}&token=${token}`
}

/** Returns what an address offers, null where it is nothing. */
export function offeredIn(hash: string): Offered | null {
  const [, seat, token] = /^#seat=(\d)&token=([\w-]{43})$/.exec(hash) ?? []
  return seat && token ? { seat: Number(seat), token } : null
}
