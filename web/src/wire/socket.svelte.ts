/**
 * The page's one WebSocket: who follows what, commands until their answer, and a connection that heals by itself.
 *
 * A command keeps its id until it is answered and is sent again after a reconnection: the server counts it once. A
 * follower gets whole views, so that nothing has to be caught up with.
 */
import { untrack } from 'svelte'
import { address } from '../address.svelte'
import { Refused } from '../refused'
import { newId } from '../ids'
import { language } from '../language.svelte'
import { network } from '../network.svelte'
import { isCurrent, reloadOnce } from './reload'
import {
  PROTOCOL,
  type ClientMessage,
  type Command,
  type Hint,
  type Reply,
  type Send,
  type ServerMessage,
  type Update,
  type Welcome,
} from './protocol.gen'

export type Connection = 'connecting' | 'connected' | 'offline'

/** Who wants to hear of a stream. */
export interface Follower {
  /** `isLate`: the first view after a lost connection, so that nobody told what came between. */
  update(update: Update, isLate: boolean): void
  /** The stream does not exist, or no more, or is not for this person. */
  gone(sentence: string): void
}

const QUIET = 4_000 // ms without a word before the page asks for one
const PATIENCE = 4_000 // ms that an answer may take before the connection counts as dead
const PROBE = 1_500 // the same when something suggests that it is
const BEAT = 500 // ms between looks at the clock
const FIRST_WAIT = 250 // ms before the first new try
const LONGEST_WAIT = 8_000
const LONG_AGO = 4 // connections lost after which what the server said is no longer why it is not there

interface Followed {
  follower: Follower
  isPublic: boolean
  seen: number | null
  isFresh: boolean // since the last follow message no update has come
}

interface Pending {
  message: ClientMessage
  settle: (answer: Reply | Hint) => void
  refuse: (why: Refused) => void
}

export class Socket {
  #connection = $state<Connection>('connecting')
  #isOutdated = $state(false)
  #farewell = $state<string | null>(null)
  #sinceFarewell = 0 // connections lost

  #language: () => string
  #renew: () => void
  #saidLanguage = ''
  #socket: WebSocket | null = null
  #build: string | null = null
  #streams = new Map<string, Followed>()
  #pending = new Map<string, Pending>()
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #heard = 0
  #deadline: number | null = null // when a ping's answer is overdue
  #ahead = 0

  /** `language` says in which language the server's sentences are to be; `renew` loads a newer page. */
  constructor(language: () => string, renew: () => void = reloadOnce) {
    this.#language = language
    this.#renew = renew
  }

  /** connecting before the first connection and while changing to another; offline once one was lost or refused. */
  get connection(): Connection {
    return this.#connection
  }

  /** The server serves another page than this one: a reload is due. */
  get isOutdated(): boolean {
    return this.#isOutdated
  }

  /** What the server said when it closed the connection; null while connected. */
  get farewell(): string | null {
    return this.#farewell
  }

  /** The server's time in unix seconds. */
  now(): number {
    return Date.now() / 1000 + this.#ahead
  }

  /** Follows a stream until the returned function is called; `isPublic`: as anybody sees it, whoever asks. */
  follow(stream: string, follower: Follower, { isPublic = false } = {}): () => void {
    const followed: Followed = { follower, isPublic, seen: null, isFresh: true }
    this.#streams.set(stream, followed)
    this.#say({ t: 'follow', stream, seen: null, is_public: isPublic })
    this.#start()
    return () => {
      if (this.#streams.get(stream) !== followed) return
      this.#streams.delete(stream)
      this.#say({ t: 'unfollow', stream })
      this.#stopIfIdle()
    }
  }

  /** Sends a command and keeps it until its answer; rejects with `Refused`. */
  send(stream: string, command: Send['command']): Promise<Reply>
  send(stream: string, command: Command): Promise<Reply>
  send(stream: string, command: Send['command']): Promise<Reply> {
    const id = newId()
    return this.#ask(id, { t: 'send', stream, id, command }) as Promise<Reply>
  }

  /** Asks which action a careful bot would choose for a seat of one's own, and why; rejects with `Refused`. */
  askHint(stream: string, seat: number): Promise<Hint> {
    const id = newId()
    return this.#ask(id, { t: 'ask_hint', stream, id, seat }) as Promise<Hint>
  }

  /** Connects anew where the language has changed, since the server's sentences follow what was said at hello. */
  speak(): void {
    if (this.#socket && this.#saidLanguage && this.#saidLanguage !== this.#language()) this.#connect()
  }

  #ask(id: string, message: ClientMessage): Promise<Reply | Hint> {
    return new Promise((settle, refuse) => {
      this.#pending.set(id, { message, settle, refuse })
      this.#say(message)
      this.#start()
    })
  }

  #start(): void {
    if (this.#beat !== undefined) return
    addEventListener('online', this.#wake)
    addEventListener('offline', this.#doubt)
    addEventListener('pageshow', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#beat = setInterval(() => this.#look(), BEAT)
    this.#connect()
  }

  #stopIfIdle(): void {
    if (this.#streams.size || this.#pending.size || this.#beat === undefined) return
    removeEventListener('online', this.#wake)
    removeEventListener('offline', this.#doubt)
    removeEventListener('pageshow', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    clearInterval(this.#beat)
    clearTimeout(this.#retry)
    this.#beat = this.#retry = undefined
    this.#tries = 0
    this.#drop()
    this.#connection = 'connecting'
    if (network.cut) network.lost() // from now on somebody else has to try
  }

  #connect(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#drop()
    if (untrack(() => this.#connection) === 'connected') this.#connection = 'connecting'
    // For a balancer of several servers, which may lead all of a table to one of them: that saves each other's looking.
    const [at = ''] = this.#streams.keys()
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?at=${at}&lang=${this.#language()}`)
    this.#socket = socket
    this.#heard = Date.now()
    this.#deadline = Date.now() + QUIET + PATIENCE // for welcome
    socket.onopen = () => {
      this.#saidLanguage = this.#language()
      socket.send(JSON.stringify({ t: 'hello', version: PROTOCOL, lang: this.#saidLanguage } satisfies ClientMessage))
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = Date.now()
      this.#deadline = null
      this.#hear(JSON.parse(event.data) as ServerMessage)
    }
    socket.onclose = () => this.#lose()
  }

  // A socket that is no longer ours must not speak up any more.
  #drop(): void {
    const socket = this.#socket
    if (!socket) return
    this.#socket = null
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #lose(isSilent = false): void {
    this.#drop()
    this.#connection = 'offline'
    if (this.#isOutdated) return // the same page would be turned away again
    // A server that restarts is back in a moment: nobody needs to hear of that.
    if (this.#sinceFarewell++ > LONG_AGO) this.#farewell = null
    if (this.#tries > 0 || isSilent) network.lost({ retry: false, why: this.#farewell })
    // Nothing was said, and nothing opens: a handshake that is refused tells a page no reason.
    if (this.#tries > 1 && !this.#farewell) void network.doubt()
    const wait = Math.min(FIRST_WAIT * 2 ** this.#tries, LONGEST_WAIT)
    this.#tries += 1
    // Half of it is chance: a hall full of phones does not come back in one beat.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random()))
  }

  #hear(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        return this.#greet(message)
      case 'update':
        return this.#update(message)
      case 'reply':
      case 'hint':
        return this.#take(message.id)?.settle(message)
      case 'refused': {
        const why = new Refused(message.code, message.sentence)
        const asked = message.id === null ? undefined : this.#take(message.id)
        if (!asked) throw why // the page said something wrong by itself: let it be seen
        return asked.refuse(why)
      }
      case 'gone': {
        const followed = this.#streams.get(message.stream)
        this.#streams.delete(message.stream)
        followed?.follower.gone(message.sentence)
        return this.#stopIfIdle()
      }
      case 'bye':
        this.#farewell = message.sentence
        this.#sinceFarewell = 0
        if (!message.reload) return
        this.#isOutdated = true
        return this.#renew()
      case 'pong':
        this.#tries = 0
    }
  }

  #greet({ build, version, now, address: outward }: Welcome): void {
    address.outward = outward
    this.#ahead = now - Date.now() / 1000
    this.#isOutdated ||= version !== PROTOCOL || (this.#build !== null && this.#build !== build)
    this.#build ??= build
    if (!this.#isOutdated) isCurrent()
    this.#farewell = null
    this.#connection = 'connected'
    network.reached()
    for (const [stream, followed] of this.#streams) {
      followed.isFresh = true
      this.#say({ t: 'follow', stream, seen: followed.seen, is_public: followed.isPublic })
    }
    for (const { message } of this.#pending.values()) this.#say(message)
  }

  #update(update: Update): void {
    // A greeting alone is none: a server that has lost its database greets, and sends everybody away.
    this.#tries = 0
    const followed = this.#streams.get(update.stream)
    if (!followed) return
    // The first one says where the stream is now, whatever was seen before; after it only what is newer counts.
    if (!followed.isFresh && followed.seen !== null && update.seq < followed.seen) return
    const isLate = followed.isFresh && followed.seen !== null
    followed.isFresh = false
    followed.seen = update.seq
    followed.follower.update(update, isLate)
  }

  #take(id: string): Pending | undefined {
    const asked = this.#pending.get(id)
    this.#pending.delete(id)
    this.#stopIfIdle()
    return asked
  }

  // What cannot be said now is said after the next welcome.
  #say(message: ClientMessage): void {
    // Untracked: an effect that follows a stream is not to run again with every change of the connection.
    if (untrack(() => this.#connection) === 'connected') this.#socket?.send(JSON.stringify(message))
  }

  #look(): void {
    if (!this.#socket) {
      // The server was reached by other ways: no reason to wait any longer.
      if (this.#tries > 1 && !this.#isOutdated && !network.cut) this.#connect()
      return
    }
    const now = Date.now()
    if (this.#deadline !== null && now >= this.#deadline) this.#lose(true)
    else if (this.#deadline === null && now - this.#heard >= QUIET) this.#ping(PATIENCE)
  }

  #ping(patience: number): void {
    this.#deadline = Date.now() + patience
    this.#say({ t: 'ping' })
  }

  #wake = (): void => {
    if (document.visibilityState === 'hidden') return
    if (this.#isOutdated && !this.#socket) return
    // One that was begun before the network was there may hang for long.
    const isHanging = this.#connection !== 'connected' && Date.now() - this.#heard >= PROBE
    if (this.#socket && !isHanging) this.#doubt()
    else this.#connect()
  }

  #doubt = (): void => {
    if (this.#connection === 'connected') this.#ping(PROBE)
  }
}

/** The page's own. */
export const socket = new Socket(language)
