/**
 * A phone at a tournament: what it tells of its tables goes to the device first, and to the server when there is one to
 * reach (T9). The last view is kept, so that the page opens and is written on without a network.
 */
import { Refused } from '../refused'
import { newId } from '../ids'
import { append, change, get, isKept, listen, put, queueOf, remove, tell, type HalfRound, type KeptTournament, type Queued } from '../sheet/device'
import type { Half } from '../sheet/half'
import { uplink } from '../sheet/uplink.svelte'
import { socket, type Socket } from '../wire/socket.svelte'
import type { LiveTournament } from './live.svelte'
import type { Result, Spot, TournamentCommand, TournamentView } from './wire'

/** What a table tells without waiting for the network. */
export type Told = Extract<TournamentCommand, { do: 'report' | 'contest' }>

const same = (one: Spot, other: Spot) => one.stage === other.stage && one.round === other.round && one.table === other.table

export class TablePhone {
  #kept = $state.raw<KeptTournament | null>(null)
  #queue = $state.raw<readonly Queued<Told>[]>([])
  #halves = $state.raw<Record<string, HalfRound>>({})
  #isKept = $state(true)
  #isOpen = $state(false)
  #isUsing = $state(false)
  #wrong = $state<string | null>(null)

  #live: LiveTournament
  #socket: Socket
  #work: Promise<unknown> = Promise.resolve() // one change of the device after another

  constructor(live: LiveTournament, wire: Socket = socket) {
    this.#live = live
    this.#socket = wire
  }

  /** The tournament as last seen; null until this device has seen it. */
  get view(): TournamentView | null {
    return this.#live.view ?? this.#kept?.view ?? null
  }
  /** Whether what is written outlasts the page. */
  get isKept(): boolean {
    return this.#isKept
  }
  /** The table whose link was used last. */
  get at(): Spot | null {
    return this.#kept?.at ?? null
  }
  /** A link is being used, or waits for the network. */
  get isUsing(): boolean {
    return this.#isUsing || !this.#isOpen
  }
  /** Why a link does not work. */
  get wrong(): string | null {
    return this.#wrong
  }
  /** How many things told here have not reached the server. */
  get waiting(): number {
    return this.#queue.filter(({ state }) => state === 'waiting').length
  }
  /** What the server refused, with its reason. */
  get refused(): readonly Queued<Told>[] {
    return this.#queue.filter(({ state }) => state === 'refused')
  }

  /** What was told here of a table and is not in the view yet. */
  onItsWay(spot: Spot): Queued<Told>[] {
    return this.#queue.filter(({ state, command }) => state !== 'refused' && same(command, spot))
  }
  /** How far the writing of a table's round has come. */
  halvesOf(spot: Spot): Record<string, Half> {
    return this.#halves[this.#place(spot)]?.halves ?? {}
  }

  /** Opens what the device has kept, and keeps what is seen, until the returned function is called. */
  follow(): () => void {
    const stop = listen((stream) => stream === this.#live.stream && this.#soon(() => this.#read()))
    uplink.watch()
    this.#soon(() => this.#open())
    const dispose = $effect.root(() => {
      $effect(() => {
        const { view, seq } = this.#live
        if (view && this.#isOpen) this.#soon(() => this.#take(view, seq))
      })
    })
    return () => {
      stop()
      dispose()
    }
  }

  /** Tells something of a table: at once on this device, to the server when it can be reached. */
  tell(command: Told): Promise<void> {
    return this.#soon(async () => {
      const sheet = this.#live.stream
      const queued = await append({ sheet, id: newId(), command, state: 'waiting', seq: 0, code: '', sentence: '' })
      this.#queue = [...this.#queue, queued]
      tell(sheet)
      void uplink.run()
    })
  }

  /** Tells a refused result again, now meant for that table though it is another one's link. */
  insist(queued: Queued<Told>): Promise<void> {
    const { command } = queued
    return this.#soon(async () => {
      await put('queue', {
        ...queued,
        ...{ id: newId(), state: 'waiting' as const, code: '', sentence: '' },
        command: command.do === 'report' ? { ...command, is_sure: true } : command,
      })
      tell(queued.sheet)
      void uplink.run()
    })
  }

  /** Gives up what was refused. */
  discard(queued: Queued<Told>): Promise<void> {
    return this.#soon(async () => {
      await remove('queue', queued.n)
      tell(queued.sheet)
    })
  }

  /** Keeps how far a player's entry has come. */
  keepHalf(spot: Spot, player: string, half: Half): Promise<void> {
    const sheet = this.#place(spot)
    const halves = { ...this.halvesOf(spot), [player]: half }
    const now: HalfRound = { sheet, round: sheet, number: spot.round, player, halves }
    this.#halves = { ...this.#halves, [sheet]: now }
    return put('halves', now)
  }
  /** Forgets the writing of a table's round: it was told, or given up. */
  dropHalves(spot: Spot): Promise<void> {
    const { [this.#place(spot)]: _, ...others } = this.#halves
    this.#halves = others
    return remove('halves', this.#place(spot))
  }
  /** Brings what the device kept of a table's round. */
  bringHalves(spot: Spot): Promise<void> {
    return this.#soon(async () => {
      const found = await get('halves', this.#place(spot))
      if (found) this.#halves = { ...this.#halves, [found.sheet]: found }
    })
  }

  /** Takes the table of a link, once the server can be reached; `wrong` says why where it gives none. */
  async use(token: string): Promise<void> {
    this.#isUsing = true
    this.#wrong = null
    try {
      const before = await this.#seen(0)
      const { seq } = await this.#socket.send(this.#live.stream, { do: 'use_link', token }) // until it is answered
      const after = await this.#seen(seq)
      await this.#soon(() => this.#enter(token, before, after))
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure
      this.#wrong = failure.sentence
    } finally {
      this.#isUsing = false
    }
  }
  /** Turns to one of the tables whose links were used here. */
  turn(at: Spot): Promise<void> {
    return this.#soon(() => this.#change({ at }))
  }

  // ---- Inside

  #place({ stage, round, table }: Spot): string {
    return `${this.#live.stream}/${stage}.${round}.${table}`
  }

  #soon<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#work.then(act)
    this.#work = done.catch(() => null) // whoever asked hears of it; the next one goes on
    return done
  }

  async #open(): Promise<void> {
    this.#isKept = await isKept()
    this.#kept = (await get('tournaments', this.#live.stream)) ?? null
    this.#queue = await queueOf<Told>(this.#live.stream)
    this.#isOpen = true
    void uplink.run()
  }

  async #read(): Promise<void> {
    const kept = await get('tournaments', this.#live.stream)
    if (kept) this.#kept = kept.seq >= (this.#kept?.seq ?? 0) ? kept : { ...kept, view: this.#kept?.view ?? kept.view }
    this.#queue = await queueOf<Told>(this.#live.stream)
    await this.#settle()
  }

  async #take(view: TournamentView, seq: number): Promise<void> {
    await this.#change({ view, seq })
    await this.#settle()
  }

  async #change(by: Partial<KeptTournament>): Promise<void> {
    const id = this.#live.stream
    const changed = await change('tournaments', id, by)
    if (changed) this.#kept = changed
    else if (by.view) {
      this.#kept = { id, view: by.view, seq: by.seq ?? 0, places: {}, at: null } // seen for the first time
      await put('tournaments', this.#kept)
    }
  }

  // What the view from the server has in it is on its way no longer.
  async #settle(): Promise<void> {
    const seq = Math.max(this.#live.seq, this.#kept?.seq ?? 0)
    const done = this.#queue.filter(({ state, seq: at }) => state === 'kept' && at <= seq)
    if (!done.length) return
    this.#queue = this.#queue.filter((queued) => !done.includes(queued))
    for (const queued of done) await remove('queue', queued.n)
  }

  /** Resolves with a view that is as new as this. */
  #seen(seq: number): Promise<TournamentView> {
    return new Promise((settle) => {
      const dispose = $effect.root(() => {
        $effect(() => {
          if (!this.#live.view || this.#live.seq < seq) return
          settle(this.#live.view)
          queueMicrotask(() => dispose())
        })
      })
    })
  }

  async #enter(token: string, before: TournamentView, after: TournamentView): Promise<void> {
    const had = new Set(before.you.tables.map(String))
    const found = after.you.tables.find((place) => !had.has(String(place)))
    await this.#change({ view: after, seq: this.#live.seq })
    const known = this.#kept?.places ?? {}
    // A link that this device used before says nothing new: it knows which table it is for, or there is only one.
    const own = after.you.tables
    const at = found ? spotOf(found) : (known[token] ?? (own.length === 1 && own[0] ? spotOf(own[0]) : null))
    await this.#change({ at, places: at ? { ...known, [token]: at } : known })
  }
}

/** The table of a place as the view tells it. */
export function spotOf([stage, round, table]: [number, number, number]): Spot {
  return { stage, round, table }
}

/** What the viewer told of a table, whether it has reached the server or not; null where nothing. */
export function ownOf(view: TournamentView, phone: TablePhone, spot: Spot): Result | null {
  const last = phone.onItsWay(spot).findLast(({ command }) => command.do === 'report')?.command
  if (last?.do === 'report') return last.result
  return view.you.written.find((one) => same(one, spot))?.own ?? null
}
