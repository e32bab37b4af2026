/** Days over HTTP: making, finding, warnings; they are followed and changed over the socket. */
import { ask, query } from '../api'
import { language } from '../language.svelte'

/** A day in the list of those that one has a part in. */
export interface MyDay {
  day: string
  name: string
  people: number
  tournaments: number
  is_organiser: boolean
  at: number // unix seconds
}

/** Somebody who is wanted at several tables at once: tournament and table of each. */
export interface Clash {
  player: string
  places: [tournament: string, table: number][]
}

/** Makes a day and returns its id; asking twice with the same id makes one. */
export async function makeDay(id: string, name: string, organiser: string | null): Promise<string> {
  return (await ask<{ day: string }>('POST', `/api/days${query({ lang: language() })}`, { id, name, organiser })).day
}

/** The days that this device has a part in, the latest first. */
export async function myDays(): Promise<MyDay[]> {
  return (await ask<{ days: MyDay[] }>('GET', '/api/me/days')).days
}

/** Who is drawn in several tournaments that are being played; the organiser alone may ask. */
export async function clashes(day: string): Promise<Clash[]> {
  return (await ask<{ clashes: Clash[] }>('GET', `/api/days/${day}/clashes`)).clashes
}
