import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { Refused } from '../../src/refused'
import { network } from '../../src/network.svelte'
import type { ClientMessage, ServerMessage, Update } from '../../src/wire/protocol.gen'
import { PROTOCOL } from '../../src/wire/protocol.gen'
import { Socket } from '../../src/wire/socket.svelte'

/** A WebSocket whose other end is the test. */
class FakeWebSocket {
  static all: FakeWebSocket[] = []
  static get last(): FakeWebSocket {
    return FakeWebSocket.all.at(-1) as FakeWebSocket
  }
  said: ClientMessage[] = []
  isClosed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly url: string) {
    FakeWebSocket.all.push(this)
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage)
  }
  close(): void {
    this.isClosed = true
  }
  hear(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  welcome(build = 'b1', version = PROTOCOL): void {
    this.onopen?.()
    this.hear({ t: 'welcome', version, build, person: 'p', now: 1_000, address: null })
  }
  break(): void {
    this.onclose?.()
  }
  saidOf<T extends ClientMessage['t']>(kind: T): Extract<ClientMessage, { t: T }>[] {
    return this.said.filter((message): message is Extract<ClientMessage, { t: T }> => message.t === kind)
  }
}

const update = (seq: number): Update => ({ t: 'update', stream: 'r1', seq, happened: [], view: {} as Update['view'] })

let socket: Socket
let seen: number[]
let late: boolean[]
let renewed: Mock<() => void>
let gone: string[]
let stop: () => void
let language: string
let isCut: boolean

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeWebSocket)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  isCut = false
  vi.spyOn(network, 'cut', 'get').mockImplementation(() => isCut)
  vi.spyOn(network, 'lost').mockImplementation(() => void (isCut = true))
  vi.spyOn(network, 'doubt').mockResolvedValue(undefined)
  vi.spyOn(network, 'reached').mockImplementation(() => void (isCut = false))
  FakeWebSocket.all = []
  language = 'fr'
  renewed = vi.fn()
  socket = new Socket(() => language, renewed)
  seen = []
  late = []
  gone = []
  stop = socket.follow('r1', {
    update: ({ seq }, isLate) => {
      seen.push(seq)
      late.push(isLate)
    },
    gone: (sentence) => gone.push(sentence),
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('saying hello', () => {
  it('opens one connection, says hello with version and language, then follows', () => {
    expect(FakeWebSocket.all).toHaveLength(1)
    expect(FakeWebSocket.last.url).toMatch(/^ws:\/\/[^/]*\/ws\?at=\w+&lang=fr$/)
    expect(socket.connection).toBe('connecting')
    FakeWebSocket.last.welcome()
    expect(FakeWebSocket.last.said).toEqual([
      { t: 'hello', version: PROTOCOL, lang: 'fr' },
      { t: 'follow', stream: 'r1', seen: null, is_public: false },
    ])
    expect(socket.connection).toBe('connected')
  })

  it('follows further streams over the same connection', () => {
    FakeWebSocket.last.welcome()
    const stopOther = socket.follow('r2', { update: () => undefined, gone: () => undefined })
    expect(FakeWebSocket.all).toHaveLength(1)
    expect(FakeWebSocket.last.saidOf('follow').map((message) => message.stream)).toEqual(['r1', 'r2'])
    stopOther()
    expect(FakeWebSocket.last.saidOf('unfollow')).toEqual([{ t: 'unfollow', stream: 'r2' }])
    expect(FakeWebSocket.last.isClosed).toBe(false)
  })

  it('closes the connection when nobody follows any more', () => {
    FakeWebSocket.last.welcome()
    stop()
    expect(FakeWebSocket.last.isClosed).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(FakeWebSocket.all).toHaveLength(1)
  })

  it('knows the server’s time', () => {
    FakeWebSocket.last.welcome()
    expect(socket.now()).toBe(1_000)
    vi.advanceTimersByTime(2_000)
    expect(socket.now()).toBe(1_002)
  })

  it('says hello anew when the language has changed', () => {
    FakeWebSocket.last.welcome()
    socket.speak()
    expect(FakeWebSocket.all).toHaveLength(1)
    language = 'en'
    socket.speak()
    expect(FakeWebSocket.all).toHaveLength(2)
    FakeWebSocket.last.welcome()
    expect(FakeWebSocket.last.saidOf('hello')[0]?.lang).toBe('en')
    expect(socket.connection).toBe('connected')
  })
})

describe('updates', () => {
  it('are late where they are the first after a lost connection, whose happenings nobody told', () => {
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.hear(update(3))
    FakeWebSocket.last.hear(update(4))
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(1_000)
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.hear(update(9))
    FakeWebSocket.last.hear(update(10))
    expect(late).toEqual([false, false, true, false])
  })

  it('hands over each view once and none that is older than the last', () => {
    FakeWebSocket.last.welcome()
    for (const seq of [3, 4, 3, 5]) FakeWebSocket.last.hear(update(seq))
    expect(seen).toEqual([3, 4, 5])
  })

  it('says after a reconnection what it saw last, and then believes the first view', () => {
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.hear(update(7))
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(10_000)
    FakeWebSocket.last.welcome()
    expect(FakeWebSocket.last.saidOf('follow')).toEqual([{ t: 'follow', stream: 'r1', seen: 7, is_public: false }])
    FakeWebSocket.last.hear(update(6)) // restored from a backup
    expect(seen).toEqual([7, 6])
  })

  it('tells the follower when the stream is gone, and lets go', () => {
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.hear({ t: 'gone', stream: 'r1', code: 'room_unknown', sentence: 'Cette table n’existe pas.' })
    expect(gone).toEqual(['Cette table n’existe pas.'])
    expect(FakeWebSocket.last.isClosed).toBe(true)
  })
})

describe('commands', () => {
  const command = { do: 'ready', round: 1, seat: 0 } as const

  it('are sent once with an id, and settle with their reply', async () => {
    FakeWebSocket.last.welcome()
    const answer = socket.send('r1', command)
    const [sent] = FakeWebSocket.last.saidOf('send')
    expect(sent).toMatchObject({ stream: 'r1', command })
    expect(sent?.id).toMatch(/^[0-9a-f]{32}$/)
    FakeWebSocket.last.hear({ t: 'reply', id: sent?.id ?? '', seq: 9 })
    expect(await answer).toMatchObject({ seq: 9 })
  })

  it('wait for the connection', () => {
    void socket.send('r1', command)
    expect(FakeWebSocket.last.saidOf('send')).toHaveLength(0)
    FakeWebSocket.last.welcome()
    expect(FakeWebSocket.last.said.map((message) => message.t)).toEqual(['hello', 'follow', 'send'])
  })

  it('are sent again after a reconnection with the same id, until they are answered', async () => {
    FakeWebSocket.last.welcome()
    const answer = socket.send('r1', command)
    const id = FakeWebSocket.last.saidOf('send')[0]?.id
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(1_000)
    FakeWebSocket.last.welcome()
    expect(FakeWebSocket.last.saidOf('send').map((message) => message.id)).toEqual([id])
    FakeWebSocket.last.hear({ t: 'reply', id: id ?? '', seq: 9 })
    await answer
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(1_000)
    FakeWebSocket.last.welcome()
    expect(FakeWebSocket.last.saidOf('send')).toHaveLength(0)
  })

  it('that are refused reject with the sentence', async () => {
    FakeWebSocket.last.welcome()
    const answer = socket.send('r1', command)
    const id = FakeWebSocket.last.saidOf('send')[0]?.id ?? ''
    FakeWebSocket.last.hear({ t: 'refused', id, code: 'seat_ready', sentence: 'Tu es déjà prêt.' })
    await expect(answer).rejects.toEqual(new Refused('seat_ready', 'Tu es déjà prêt.'))
  })

  it('ask for hints the same way', async () => {
    FakeWebSocket.last.welcome()
    const hint = socket.askHint('r1', 2)
    const [asked] = FakeWebSocket.last.saidOf('ask_hint')
    expect(asked).toMatchObject({ stream: 'r1', seat: 2 })
    FakeWebSocket.last.hear({ t: 'hint', id: asked?.id ?? '', action: 'take', sentence: 'Le 1 est bas.' })
    expect(await hint).toMatchObject({ action: 'take' })
  })

  it('keep the connection until they are answered, even when nobody follows', () => {
    FakeWebSocket.last.welcome()
    void socket.send('r1', command)
    stop()
    expect(FakeWebSocket.last.isClosed).toBe(false)
    FakeWebSocket.last.hear({ t: 'reply', id: FakeWebSocket.last.saidOf('send')[0]?.id ?? '', seq: 9 })
    expect(FakeWebSocket.last.isClosed).toBe(true)
  })

  it('a refusal of nothing that was asked is a fault that shows', () => {
    FakeWebSocket.last.welcome()
    const refused: ServerMessage = { t: 'refused', id: null, code: 'frame_malformed', sentence: '' }
    expect(() => FakeWebSocket.last.hear(refused)).toThrow(Refused)
  })
})

describe('a connection', () => {
  it('that is quiet is asked for a word, and one that answers stays', () => {
    FakeWebSocket.last.welcome()
    for (let beats = 0; beats < 5; beats++) {
      vi.advanceTimersByTime(4_500)
      expect(FakeWebSocket.last.saidOf('ping')).toHaveLength(beats + 1)
      FakeWebSocket.last.hear({ t: 'pong' })
    }
    expect(FakeWebSocket.all).toHaveLength(1)
  })

  it('that does not answer is dead after about eight seconds', () => {
    FakeWebSocket.last.welcome()
    vi.advanceTimersByTime(7_500)
    expect(socket.connection).toBe('connected')
    vi.advanceTimersByTime(1_500)
    expect(FakeWebSocket.all[0]?.isClosed).toBe(true)
    expect(FakeWebSocket.all).toHaveLength(2)
  })

  it('that never says welcome is given up', () => {
    vi.advanceTimersByTime(9_000)
    expect(FakeWebSocket.all).toHaveLength(2)
  })

  it('that breaks is tried again with growing waits, up to eight seconds', () => {
    FakeWebSocket.last.welcome()
    const waits: number[] = []
    for (let tries = 0; tries < 8; tries++) {
      FakeWebSocket.last.break()
      expect(socket.connection).toBe('offline')
      const broken = Date.now()
      const count = FakeWebSocket.all.length
      while (FakeWebSocket.all.length === count) vi.advanceTimersByTime(10)
      waits.push(Date.now() - broken)
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    // A server without its database greets and sends away: only one that answers is back.
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(250)
    expect(FakeWebSocket.all).toHaveLength(9)
    vi.advanceTimersByTime(7_750)
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.hear(update(1))
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(250)
    expect(FakeWebSocket.all).toHaveLength(11)
  })

  it('spreads its tries by chance', () => {
    vi.mocked(Math.random).mockReturnValue(0)
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(125)
    expect(FakeWebSocket.all).toHaveLength(2)
    vi.mocked(Math.random).mockReturnValue(0.999)
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(748)
    expect(FakeWebSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(2)
    expect(FakeWebSocket.all).toHaveLength(3)
  })

  it('is tried at once when the device is online again or the page comes to the front', () => {
    FakeWebSocket.last.break()
    dispatchEvent(new Event('online'))
    expect(FakeWebSocket.all).toHaveLength(2)
    FakeWebSocket.last.break()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeWebSocket.all).toHaveLength(3)
    vi.advanceTimersByTime(1_000)
    expect(FakeWebSocket.all).toHaveLength(3)
  })

  it('that hangs since before the network was back is begun anew, one that has just begun is left alone', () => {
    dispatchEvent(new Event('online'))
    expect(FakeWebSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(3_000)
    dispatchEvent(new Event('online'))
    expect(FakeWebSocket.all).toHaveLength(2)
    expect(FakeWebSocket.all[0]?.isClosed).toBe(true)
    FakeWebSocket.last.welcome()
    expect(socket.connection).toBe('connected')
  })

  it('is asked for a word at once when the page comes back from the browser’s memory', () => {
    FakeWebSocket.last.welcome()
    dispatchEvent(new Event('pageshow'))
    expect(FakeWebSocket.last.saidOf('ping')).toHaveLength(1)
  })

  it('that stood while the page was away is asked for a word at once', () => {
    FakeWebSocket.last.welcome()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeWebSocket.last.saidOf('ping')).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    expect(FakeWebSocket.all[0]?.isClosed).toBe(true)
  })

  it('tells the rest of the page how it is, but not of a break that heals at once', () => {
    FakeWebSocket.last.welcome()
    expect(network.reached).toHaveBeenCalled()
    FakeWebSocket.last.break()
    expect(isCut).toBe(false)
    vi.advanceTimersByTime(250)
    FakeWebSocket.last.break()
    expect(isCut).toBe(true)
    expect(network.lost).toHaveBeenLastCalledWith({ retry: false, why: null })
    vi.advanceTimersByTime(500)
    FakeWebSocket.last.welcome()
    expect(isCut).toBe(false)
  })

  it('tells what the server said as it closed, for as long as that may be why', () => {
    const full = { t: 'bye', code: 'connections_many', sentence: 'Trop d’onglets.', reload: false } as const
    FakeWebSocket.last.hear(full)
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(250)
    FakeWebSocket.last.hear(full)
    FakeWebSocket.last.break()
    expect(network.lost).toHaveBeenLastCalledWith({ retry: false, why: 'Trop d’onglets.' })
    expect(network.doubt).not.toHaveBeenCalled()
    for (let tries = 0; tries < 6; tries++) {
      vi.advanceTimersByTime(12_000)
      FakeWebSocket.last.hear(full)
      FakeWebSocket.last.break()
    }
    expect(network.lost).toHaveBeenLastCalledWith({ retry: false, why: 'Trop d’onglets.' })
    for (let tries = 0; tries < 5; tries++) {
      vi.advanceTimersByTime(12_000)
      FakeWebSocket.last.break()
    }
    expect(network.lost).toHaveBeenLastCalledWith({ retry: false, why: null })
    expect(network.doubt).toHaveBeenCalledOnce()
  })

  it('that is turned away again without a word lets the page ask whether the server answers', () => {
    for (let tries = 0; tries < 3; tries++) {
      expect(network.doubt).not.toHaveBeenCalled()
      FakeWebSocket.last.break()
      vi.advanceTimersByTime(1_000)
    }
    expect(network.doubt).toHaveBeenCalledOnce()
  })

  it('tells of silence at once', () => {
    FakeWebSocket.last.welcome()
    vi.advanceTimersByTime(9_000)
    expect(isCut).toBe(true)
  })

  it('is tried at once when the server was reached by other ways', () => {
    for (let tries = 0; tries < 6; tries++) {
      FakeWebSocket.last.break()
      vi.advanceTimersByTime(10_000)
    }
    FakeWebSocket.last.break()
    const count = FakeWebSocket.all.length
    isCut = false
    vi.advanceTimersByTime(600)
    expect(FakeWebSocket.all).toHaveLength(count + 1)
  })

  it('leaves the trying to others when the page needs it no more', () => {
    for (let tries = 0; tries < 3; tries++) {
      FakeWebSocket.last.break()
      vi.advanceTimersByTime(5_000)
    }
    stop()
    expect(network.lost).toHaveBeenLastCalledWith()
  })

  it('that the page has given up says nothing more', () => {
    const [first] = FakeWebSocket.all
    first?.welcome()
    vi.advanceTimersByTime(9_000)
    first?.hear(update(3))
    first?.break()
    expect(seen).toEqual([])
    expect(FakeWebSocket.all).toHaveLength(2)
  })
})

describe('a newer page', () => {
  it('is offered when the server serves another build than at first', () => {
    FakeWebSocket.last.welcome('b1')
    expect(socket.isOutdated).toBe(false)
    FakeWebSocket.last.break()
    vi.advanceTimersByTime(250)
    FakeWebSocket.last.welcome('b2')
    expect(socket.isOutdated).toBe(true)
    expect(socket.connection).toBe('connected')
  })

  it('is due when the server speaks another version', () => {
    FakeWebSocket.last.welcome('b1', PROTOCOL + 1)
    expect(socket.isOutdated).toBe(true)
  })

  it('is due when the server says so with its goodbye; the old one then stays away', () => {
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.hear({ t: 'bye', code: 'version', sentence: 'Recharge la page.', reload: true })
    FakeWebSocket.last.break()
    expect(socket.isOutdated).toBe(true)
    expect(renewed).toHaveBeenCalledTimes(1)
    expect(socket.farewell).toBe('Recharge la page.')
    vi.advanceTimersByTime(60_000)
    expect(FakeWebSocket.all).toHaveLength(1)
  })

  it('is no matter when the server only stops: the page comes back', () => {
    FakeWebSocket.last.welcome()
    FakeWebSocket.last.hear({ t: 'bye', code: 'stopping', sentence: 'Le serveur redémarre.', reload: false })
    FakeWebSocket.last.break()
    expect(renewed).not.toHaveBeenCalled()
    expect(socket.farewell).toBe('Le serveur redémarre.')
    vi.advanceTimersByTime(250)
    FakeWebSocket.last.welcome()
    expect(socket.farewell).toBeNull()
    expect(socket.isOutdated).toBe(false)
  })
})
