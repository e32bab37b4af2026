/** One table as this viewer sees it, over the socket: its view, what just happened, and what the viewer sends. */
import { announce } from '../announce.svelte'
import { Refused } from '../refused'
import { newId } from '../ids'
import { play } from '../sounds'
import { say } from '../words'
import { socket, type Socket } from '../wire/socket.svelte'
import type { Command, Happening, RoomView, Update } from '../wire/protocol.gen'
import { isLoaded, laterNow, loadLater, loadTable, tableOf, type Later, type Seen } from './boards'
import type { Mark } from './meanwhile'
import { noticeTurn } from './notice'

const MARK = 'tablee.mark.' // in the session's store: how far a table was when this tab last saw it
const BREATH = 150 // ms that sentences are gathered before they are spoken, since several changes may come at once

export class LiveTable implements Seen {
  readonly said = null // the game's prompt is

  #view = $state.raw<RoomView | null>(null)
  #before = $state.raw<RoomView | null>(null)
  #happened = $state.raw<readonly Happening[]>([])
  #news = $state('')
  #gone = $state<string | null>(null)
  #missed = $state('')
  #since = $state(0)
  #holder = $state<number | null>(null) // the seat whose person holds the device
  #refusal = $state<string | null>(null)
  #hint = $state.raw<{ decision: string; action: string; sentence: string } | null>(null)
  #early: [RoomView, Happening[], boolean][] = [] // what came before the board of the game
  #sent = $state<string | null>(null) // the decision whose answer is on its way
  #asked = $state<string | null>(null) // the decision that a hint is asked for

  #socket: Socket
  #room: string
  #salted = new Set<string>()
  #mark: Mark | null = null
  #toSay: string[] = []
  #speaking: ReturnType<typeof setTimeout> | undefined

  constructor(room: string, wire: Socket = socket) {
    this.#room = room
    this.#socket = wire
  }

  /** Follows the table until the returned function is called. */
  follow(): () => void {
    const stop = this.#socket.follow(this.#room, {
      update: (update, isLate) => this.#take(update, isLate),
      gone: (sentence) => (this.#gone = sentence),
    })
    return () => {
      clearTimeout(this.#speaking)
      this.#early = []
      stop()
    }
  }

  /** Null until the first view has come. */
  get view(): RoomView | null {
    return this.#view
  }
  /** The view before the last change, null where there was none that belongs to it. */
  get before(): RoomView | null {
    return this.#before
  }
  /** What the last change was. */
  get happened(): readonly Happening[] {
    return this.#happened
  }
  /** The same in words. */
  get news(): string {
    return this.#news
  }
  /** What happened while the page was away, until the table goes on. */
  get missed(): string {
    return this.#missed
  }
  /**
   * The seat whose person is to take the device before its view may show: where several play on one device and each
   * has cards that the others may not see. Null where the view may show.
   */
  get veiled(): number | null {
    const view = this.#view
    if (!view || view.stage !== 'play' || view.you === null || view.yours.length < 2) return null
    return tableOf(view).hasHands && view.you !== this.#holder ? view.you : null
  }
  /** The person of the veiled seat holds the device. */
  unveil(): void {
    this.#holder = this.veiled
    const view = this.#view
    if (view?.decision) this.#say(tableOf(view).prompt(view).title)
  }

  /** Since when nothing has happened, in the server's unix seconds. */
  get since(): number {
    return this.#since
  }
  /** Why there is no such table. */
  get gone(): string | null {
    return this.#gone
  }
  /** Why the last command was refused; goes with the next change. */
  get refusal(): string | null {
    return this.#refusal
  }
  /** The hint for the decision that is due, once it was asked for. */
  get hint(): { action: string; sentence: string } | null {
    return this.#hint && this.#hint.decision === this.#due ? this.#hint : null
  }
  /** A hint is on its way. */
  get isHinting(): boolean {
    return this.#asked !== null && this.#asked === this.#due && !this.hint
  }
  /** Actions that the viewer may choose from: none while an answer is on its way. */
  get legal(): readonly string[] {
    const decision = this.#view?.decision
    return decision && this.#sent !== this.#due && this.veiled === null ? decision.legal : []
  }

  /** Chooses an action for the decision that is due; a second click on the same one changes nothing. */
  act(action: string): void {
    const decision = this.#view?.decision
    const due = this.#due
    if (!decision || this.#sent === due || this.veiled !== null) return
    this.#sent = due
    const { round, seat, decision: number } = decision
    void this.send({ do: 'act', round, seat, decision: number, action }).then((kept) => {
      if (!kept && this.#sent === due) this.#sent = null
    })
  }

  /** Sends a command of the viewer; returns whether it was accepted. What speaks against it becomes the refusal. */
  async send(command: Command): Promise<boolean> {
    try {
      await this.#socket.send(this.#room, command)
      this.#refusal = null
      return true
    } catch (why) {
      this.#refuse(why)
      return false
    }
  }

  /** Says that all seats of this device that are awaited are ready for the next round. */
  async ready(): Promise<void> {
    const view = this.#view
    if (view?.stage !== 'scores' || view.is_paused) return
    const seats = view.yours.filter((seat) => view.wait?.seats.includes(seat))
    await Promise.all(seats.map((seat) => this.send({ do: 'ready', round: view.round, seat })))
  }

  /** Wishes for a pause, or no longer: that also ends one. The seats of a device agree together. */
  async wishPause(wish: boolean): Promise<void> {
    const view = this.#view
    const plays = (seat: number) => view?.seats[seat]?.is_away === false && !view.seats[seat].has_withdrawn
    const mine = view?.yours.filter(plays) ?? []
    const seat = mine.find((one) => view?.seats[one]?.wishes_pause !== wish) ?? mine[0]
    if (seat !== undefined) await this.send({ do: 'pause', seat, wish })
  }

  /** Asks for a hint for the decision that is due. */
  async askHint(): Promise<void> {
    const decision = this.#view?.decision
    const due = this.#due
    if (!decision || !due || this.hint || this.#asked === due || this.veiled !== null || this.#view?.tournament) return
    this.#asked = due
    try {
      const { action, sentence } = await this.#socket.askHint(this.#room, decision.seat)
      this.#hint = { decision: due, action, sentence }
      announce(say('table.hint_is', { sentence }))
    } catch (why) {
      this.#refuse(why)
    } finally {
      if (this.#asked === due) this.#asked = null
    }
  }

  // Which decision is due: what was sent, asked or hinted for another one no longer counts.
  get #due(): string | null {
    const view = this.#view
    if (!view?.decision) return null
    const { round, seat, decision } = view.decision
    return `${view.number}.${round}.${seat}.${decision}`
  }

  #refuse(why: unknown): void {
    if (!(why instanceof Refused)) throw why
    this.#refusal = why.sentence
    announce(why.sentence)
    play('refusal')
  }

  // The board of the game is fetched with the first view; what comes meanwhile waits in its order.
  #take({ view, happened }: Update, isLate: boolean): void {
    if (view.kind !== 'table') return
    const isEarly = this.#early.length > 0
    // While people gather no board is needed yet.
    if (!isEarly && (isLoaded(view.game) || view.stage === 'lobby')) return this.#update(view, happened, isLate)
    this.#early.push([view, happened, isLate])
    loadTable(view.game).then(
      () => {
        for (const early of this.#early.splice(0)) this.#update(...early)
      },
      () => (this.#gone = say('net.server')),
    )
  }

  #update(view: RoomView, happened: Happening[], isLate: boolean): void {
    const last = this.#view
    const was = this.#due
    const isSameRound = last !== null && last.number === view.number && last.round === view.round
    this.#before = isSameRound && last.you === view.you ? last : null
    this.#view = view
    this.#happened = happened
    if (happened.length || !isSameRound) this.#since = socket.now()
    this.#gone = null
    if (this.#due !== was || happened.length) this.#refusal = null

    const table = () => tableOf(view) // asked only about what happened on it
    const people = (last && laterNow(view.game)?.comings(last, view)) ?? [] // what one needs later has come by then
    const sentences = [...happened.map((one) => table().tell(one, view)), ...people]
    if (happened.length) this.#missed = ''
    if (sentences.length) this.#news = sentences.join(' ')
    else if (!isSameRound) this.#news = ''
    const later = laterNow(view.game)
    if (later) this.#tellMissed(view, isLate, later)
    else if (last === null) void loadLater(view.game).then((found) => this.#tellMissed(view, false, found), () => undefined) // untold
    this.#say(...sentences)
    const isYours = view.decision !== null && this.#due !== was
    if (isYours && this.veiled === null) this.#say(table().prompt(view).title)
    if (last && !last.decision && view.decision) noticeTurn()
    else if (happened.some(({ what }) => what === 'over')) play('end')
    else if (happened.some(({ what }) => table().accents.includes(what))) play('accent')
    else if (happened.length) play('card')
    if (last && last.stage === 'play' && view.stage !== 'play') {
      const tell = ({ summary }: Later) => this.#say(summary(view))
      if (later) tell(later)
      else void loadLater(view.game).then(tell, () => undefined) // untold
    }
    this.#salt(view)
  }

  // What nobody told: between a lost connection, or a reload of this tab, and the first view after it.
  #tellMissed(view: RoomView, isLate: boolean, { markOf, meanwhile }: Later): void {
    const was = this.#mark ? (isLate ? this.#mark : null) : markIn(MARK + this.#room)
    this.#mark = markOf(view)
    markIn(MARK + this.#room, this.#mark)
    const missed = was ? meanwhile(was, view) : ''
    if (!missed) return
    this.#missed = missed
    this.#news = [missed, this.#news].filter(Boolean).join(' ')
    this.#say(missed)
  }

  // Every round's shuffle takes a salt of every person, so that nobody, the server included, could choose the order.
  #salt(view: RoomView): void {
    if (view.stage !== 'salt' || !view.commitment) return
    for (const seat of view.yours) {
      const place = `${view.number}.${view.round}.${seat}`
      if (!view.wait?.seats.includes(seat) || this.#salted.has(place)) continue
      this.#salted.add(place)
      const command = { do: 'salt', round: view.round, seat, salt: newId() } as const
      this.#socket.send(this.#room, command).catch((why: unknown) => {
        // Another tab was first, or the deal did not wait any longer: the round goes on without this one.
        if (!(why instanceof Refused)) throw why
      })
    }
  }

  #say(...sentences: string[]): void {
    if (!sentences.length) return
    this.#toSay.push(...sentences)
    clearTimeout(this.#speaking)
    this.#speaking = setTimeout(() => {
      announce(this.#toSay.join(' '))
      this.#toSay = []
    }, BREATH)
  }
}

/** Keeps how far a table was for the next page in this tab, or returns what the last one kept. */
function markIn(key: string, mark?: Mark): Mark | null {
  try {
    if (mark) sessionStorage.setItem(key, JSON.stringify(mark))
    const kept = sessionStorage.getItem(key)
    return kept ? (JSON.parse(kept) as Mark) : null
  } catch {
    return null // storage is forbidden here: then a reload tells nothing
  }
}
