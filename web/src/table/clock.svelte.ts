/** The server's time as it goes on: one timer for all clocks that are shown, none while there are none. */
import { createSubscriber } from 'svelte/reactivity'
import { socket } from '../wire/socket.svelte'

const BEAT = 250 // ms

const follow = createSubscriber((tick) => {
  const beat = setInterval(tick, BEAT)
  return () => clearInterval(beat)
})

/** Returns the seconds until a time of the server, rounded up and never below zero; keeps its reader up to date. */
export function secondsUntil(time: number): number {
  follow()
  return Math.max(0, Math.ceil(time - socket.now()))
}
