/** One day as this viewer sees it, over the socket: its view, and what the viewer sends. */
import { sentenceOf } from '../refused'
import type { DayCommand, DayView } from '../wire/protocol.gen'
import { socket, type Follower, type Socket } from '../wire/socket.svelte'

export class LiveDay {
  #view = $state.raw<DayView | null>(null)
  #gone = $state<string | null>(null)
  #refusal = $state<string | null>(null)

  /** The stream's id. */
  readonly stream: string
  #socket: Socket

  constructor(stream: string, wire: Socket = socket) {
    this.stream = stream
    this.#socket = wire
  }

  /** Null until the first view has come. */
  get view(): DayView | null {
    return this.#view
  }
  /** Why there is no such day. */
  get gone(): string | null {
    return this.#gone
  }
  /** Why the last command was refused, null once another one was accepted. */
  get refusal(): string | null {
    return this.#refusal
  }

  /** Follows the day until the returned function is called. */
  follow(): () => void {
    const follower: Follower = {
      update: ({ view }) => {
        if (view.kind === 'day') this.#view = view
      },
      gone: (sentence) => (this.#gone = sentence),
    }
    return this.#socket.follow(this.stream, follower)
  }

  /** Sends a command, repeated under one id until it is answered; returns whether it was accepted. */
  async send(command: DayCommand): Promise<boolean> {
    try {
      await this.#socket.send(this.stream, command)
      this.#refusal = null
      return true
    } catch (failure) {
      this.#refusal = sentenceOf(failure)
      return false
    }
  }
}
