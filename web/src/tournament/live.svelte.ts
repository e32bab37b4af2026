/** One tournament as this viewer sees it, over the socket: its view, and what the viewer sends. */
import { Refused, sentenceOf } from '../refused'
import { socket, type Follower, type Socket } from '../wire/socket.svelte'
import { preview } from './api'
import { viewOf, type Preview, type TournamentCommand, type TournamentView } from './wire'

export class LiveTournament {
  #view = $state.raw<TournamentView | null>(null)
  #gone = $state<string | null>(null)
  #refusal = $state<{ about: string; code: string; sentence: string } | null>(null)
  #waiting = $state(0)
  #seq = $state(0)

  /** The stream's id. */
  readonly stream: string
  #socket: Socket

  constructor(stream: string, wire: Socket = socket) {
    this.stream = stream
    this.#socket = wire
  }

  /** Null until the first view has come. */
  get view(): TournamentView | null {
    return this.#view
  }
  /** How far that view is in the tournament's journal; 0 before the first. */
  get seq(): number {
    return this.#seq
  }
  /** Why there is no such tournament. */
  get gone(): string | null {
    return this.#gone
  }
  /** How many commands wait for their answer: without a network they are said again once it is back. */
  get waiting(): number {
    return this.#waiting
  }

  /** Why the last command about something was refused, null once another one was accepted. */
  refusal(about: string): string | null {
    return this.#refusal?.about === about ? this.#refusal.sentence : null
  }
  /** The code of that refusal. */
  code(about: string): string | null {
    return this.#refusal?.about === about ? this.#refusal.code : null
  }
  /** Takes note that a refusal was read. */
  forgive(): void {
    this.#refusal = null
  }

  /** Follows the tournament until the returned function is called; `isPublic`: as anybody sees it, whoever asks. */
  follow({ isPublic = false } = {}): () => void {
    const follower: Follower = {
      update: ({ view, seq }) => {
        if (view.kind !== 'tournament') return
        this.#view = viewOf(view)
        this.#seq = seq
      },
      gone: (sentence) => (this.#gone = sentence),
    }
    return this.#socket.follow(this.stream, follower, { isPublic })
  }

  /**
   * Sends a command, repeated under one id until it is answered; returns whether it was accepted. Its refusal is told
   * by `refusal(about)`, so that it stands beside its cause: `about` is the command's kind unless said otherwise.
   */
  async send(command: TournamentCommand, about: string = command.do): Promise<boolean> {
    this.#waiting += 1
    try {
      await this.#socket.send(this.stream, command)
      this.#refusal = null
      return true
    } catch (failure) {
      this.#refusal = { about, code: failure instanceof Refused ? failure.code : '', sentence: sentenceOf(failure) }
      return false
    } finally {
      this.#waiting -= 1
    }
  }

  /** What a command would change (T9), or null where it would be refused, which `refusal(about)` tells. */
  async preview(command: TournamentCommand, about: string = command.do): Promise<Preview | null> {
    try {
      const found = await preview(this.stream, command)
      this.#refusal = null
      return found
    } catch (failure) {
      this.#refusal = { about, code: failure instanceof Refused ? failure.code : '', sentence: sentenceOf(failure) }
      return null
    }
  }
}
