/**
 * One score sheet on this device: the last view from the server, or none yet, with what was written here on top of it.
 * Everything written goes to the device first, and to the server when there is one to reach.
 */
import { newId } from '../ids'
import { socket, type Socket } from '../wire/socket.svelte'
import { sendToSheet } from './api'
import { all, append, change, get, isKept, listen, put, queueOf, remove, tell, type HalfRound, type KeptSheet, type Queued } from './device'
import { blank, type Half } from './half'
import { laid } from './overview'
import { uplink } from './uplink.svelte'
import { viewOf, type SheetCommand, type SheetView } from './wire'

export class LiveSheet {
  #kept = $state.raw<KeptSheet | null>(null)
  #queue = $state.raw<readonly Queued<SheetCommand>[]>([])
  #half = $state.raw<HalfRound | null>(null)
  #gone = $state<string | null>(null)
  #isUnknown = $state(false)
  #isKept = $state(true)
  #view = $derived(this.#kept && laid(this.#kept, this.#queue))

  #address: string
  #socket: Socket
  #stops: (() => void)[] = []
  #followed: string | null = null
  #work: Promise<unknown> = Promise.resolve() // one change of the device after another

  /** `address` is the sheet's id in a link: the server's, or the one chosen here while the server has none. */
  constructor(address: string, wire: Socket = socket) {
    this.#address = address
    this.#socket = wire
  }

  /** Null until the sheet is there. */
  get view(): SheetView | null {
    return this.#view
  }
  /** The server's id of the sheet, null before the server has it. */
  get stream(): string | null {
    return this.#kept?.stream ?? null
  }
  /** Neither this device nor the server can have such a sheet. */
  get isUnknown(): boolean {
    return this.#isUnknown
  }
  /** Why there is no such sheet, from the server. */
  get gone(): string | null {
    return this.#gone
  }
  /** Whether what is written outlasts the page. */
  get isKept(): boolean {
    return this.#isKept
  }
  /** How many things written here are not on the server, the sheet itself among them. */
  get waiting(): number {
    return this.#queue.filter(({ state }) => state === 'waiting').length + (this.#kept?.stream === null ? 1 : 0)
  }
  /** Commands that the server refused, with its reason. */
  get refused(): readonly Queued<SheetCommand>[] {
    return this.#queue.filter(({ state }) => state === 'refused')
  }
  /** Why the server refused the sheet itself. */
  get refusal(): string | null {
    return this.#kept?.refusal ?? null
  }
  /** The round in the middle of being written. */
  get half(): HalfRound | null {
    return this.#half
  }

  /** Opens the sheet and follows it until the returned function is called. */
  follow(): () => void {
    this.#stops.push(listen((sheet) => sheet === this.#kept?.id && this.#soon(() => this.#read())))
    uplink.watch()
    this.#soon(() => this.#open())
    return () => {
      for (const stop of this.#stops) stop()
      this.#stops = []
      this.#followed = null
    }
  }

  /** Writes a command: at once on this device, on the server when it can be reached. */
  write(command: SheetCommand): Promise<void> {
    return this.#soon(async () => {
      const sheet = this.#kept?.id
      if (!sheet) return
      const queued = await append({ sheet, id: newId(), command, state: 'waiting', seq: 0, code: '', sentence: '' })
      this.#queue = [...this.#queue, queued]
      await this.#touch()
      tell(sheet)
      void uplink.run()
    })
  }

  /** Sends a command that makes sense only at once; throws `Refused` or `Unreached`. */
  async send(command: SheetCommand): Promise<void> {
    await sendToSheet(this.stream ?? '', newId(), command)
  }

  /** Takes back the last command, where it is still on this device alone. Returns false where there is none. */
  takeBack(): Promise<boolean> {
    return this.#soon(async () => {
      const last = this.#queue.filter(({ state }) => state === 'waiting').at(-1)
      if (!last) return false
      await this.#drop(last)
      return true
    })
  }

  /** Sends a refused command again, as a new one. */
  retry(queued: Queued): Promise<void> {
    return this.#soon(async () => {
      await put('queue', { ...queued, id: newId(), state: 'waiting', code: '', sentence: '' })
      tell(queued.sheet)
      void uplink.run()
    })
  }

  /** Gives a refused command up. */
  discard(queued: Queued): Promise<void> {
    return this.#soon(() => this.#drop(queued))
  }

  /** Keeps how far a player's entry of a round has come; `half` null takes it away. */
  keepHalf(round: string, number: number, player: string, half: Half | null): Promise<void> {
    const sheet = this.#kept?.id ?? ''
    const before = this.#half?.round === round ? this.#half.halves : {}
    const { [player]: _, ...others } = before
    const now: HalfRound = {
      ...{ sheet, round, number, player: half ? player : (this.#half?.player ?? player) },
      halves: half ? { ...others, [player]: half } : others,
    }
    this.#half = now
    return put('halves', now) // behind nothing else that is being kept: the page may go away the next moment
  }

  /** Forgets the round in the making: it is closed. */
  dropHalves(): Promise<void> {
    const sheet = this.#kept?.id ?? ''
    this.#half = null
    return remove('halves', sheet)
  }

  /** A new entry of this sheet's form. */
  blank(isTotal: boolean): Half {
    return blank((this.#view as SheetView).form, isTotal)
  }

  // ---- Inside

  #soon<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#work.then(act)
    this.#work = done.catch(() => null) // whoever asked hears of it; the next one goes on
    return done
  }

  async #open(): Promise<void> {
    this.#isKept = await isKept()
    const found = (await get('sheets', this.#address)) ?? (await all('sheets')).find(({ stream }) => stream === this.#address)
    if (!found && !/^s[\w-]{20}$/.test(this.#address)) {
      this.#isUnknown = true
      return
    }
    const stream = found ? found.stream : this.#address
    const kept = found ?? { id: this.#address, stream, made: null, view: null, seq: 0, at: 0, refusal: null }
    this.#half = (await get('halves', kept.id)) ?? null
    this.#queue = await queueOf<SheetCommand>(kept.id)
    this.#kept = kept
    this.#listen()
    void uplink.run()
  }

  async #read(): Promise<void> {
    const id = this.#kept?.id
    const kept = id ? await get('sheets', id) : undefined
    if (!id || !kept) return
    const queue = await queueOf<SheetCommand>(id)
    this.#kept = kept.seq >= (this.#kept?.seq ?? 0) ? kept : { ...kept, view: this.#kept?.view ?? null, seq: this.#kept?.seq ?? 0 }
    this.#queue = queue
    await this.#settle()
    this.#listen()
  }

  #listen(): void {
    const stream = this.#kept?.stream
    if (!stream || this.#followed === stream) return
    this.#followed = stream
    this.#stops.push(
      this.#socket.follow(stream, {
        update: ({ view, seq }) => {
          if (view.kind === 'sheet') void this.#soon(() => this.#take(viewOf(view), seq))
        },
        gone: (sentence) => (this.#gone = sentence),
      }),
    )
  }

  async #take(view: SheetView, seq: number): Promise<void> {
    if (!this.#kept) return
    const { id, at } = this.#kept
    const news = { view, seq, made: null, at: at || Date.now() / 1000 }
    const changed = await change('sheets', id, news)
    this.#kept = changed ?? { ...this.#kept, ...news }
    if (!changed) await put('sheets', this.#kept) // seen for the first time
    await this.#settle()
  }

  // What the view from the server has in it waits no longer.
  async #settle(): Promise<void> {
    const seq = this.#kept?.seq ?? 0
    const done = this.#queue.filter(({ state, seq: at }) => state === 'kept' && at <= seq)
    if (!done.length) return
    this.#queue = this.#queue.filter((queued) => !done.includes(queued))
    for (const queued of done) await remove('queue', queued.n)
  }

  async #drop(queued: Queued): Promise<void> {
    this.#queue = this.#queue.filter(({ n }) => n !== queued.n)
    await remove('queue', queued.n)
    tell(queued.sheet)
  }

  async #touch(): Promise<void> {
    const at = Date.now() / 1000
    if (this.#kept) this.#kept = (await change('sheets', this.#kept.id, { at })) ?? this.#kept
  }
}

