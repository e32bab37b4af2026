/** Tables for the tests: views as the server would send them, and a wire whose other end is the test. */
import type { Refused } from '../../src/refused'
import { loadLater } from '../../src/table/boards'
import { LiveTable } from '../../src/table/live.svelte'
import type { Happening, Hint, Reply, RoomView, Send, SkyjoGrid, SkyjoView } from '../../src/wire/protocol.gen'
import type { Follower, Socket } from '../../src/wire/socket.svelte'

await loadLater('skyjo') // at once there, as for whoever played before

const NAMES = ['Léa', 'Inès', 'Hugo', 'Karim', 'Zoé', 'Marius', 'Lin', 'Awa']

/** A grid from rows of text: `4 . -1 x` is a 4, a hidden card, a −1 and an empty place. */
export function grid(rows: string, more: Partial<SkyjoGrid> = {}): SkyjoGrid {
  const cells = rows.trim().split(/\s+/)
  const cards = cells.map((cell) => (cell === '.' ? null : cell === 'x' ? 0 : Number(cell)))
  return {
    cells: cards,
    removed: cells.flatMap((cell, place) => (cell === 'x' ? [place] : [])),
    total: cards.reduce<number>((sum, card) => sum + (card ?? 0), 0),
    to_reveal: 0,
    asked: [],
    ...more,
  }
}

const HIDDEN = '. . . .  . . . .  . . . .'

/** A round of Skyjo, 3 × 4, seat 0 to draw or take a 3. */
export function skyjo(more: Partial<SkyjoView> = {}, seats = 4): SkyjoView {
  return {
    game: 'skyjo',
    rows: 3,
    columns: 4,
    step: 'source',
    turn: 0,
    turns: 4,
    first: 0,
    finisher: null,
    last_lap: [],
    in_play: Array.from({ length: seats }, (_, seat) => seat),
    draw_pile: 62,
    discard_pile: 5,
    discard: 3,
    held: null,
    is_holding: false,
    grids: Array.from({ length: seats }, () => grid(HIDDEN)),
    truncated: false,
    sums: [],
    scores: [],
    penalty: null,
    ...more,
  }
}

/** A table of Skyjo as seat 0, Léa, sees it; `legal` makes it her decision. */
export function room(more: Partial<RoomView> = {}, legal: string[] = []): RoomView {
  const seats = more.table?.in_play.length ?? 4
  return {
    kind: 'table',
    room: 'r1',
    short: 'K7M2QX',
    game: 'skyjo',
    settings: {
      end: 'points(100)',
      initial_reveals: 2,
      first_seat: 'highest_sum',
      next_first_seat: 'finisher',
      penalty: 'multiply',
      multiplier: 2,
      flat_points: 10,
      on_leave: 'bot',
    },
    code: 'SKYJO',
    options: { is_public: false, is_locked: false, joins_bots: false, free_chat: false, delay: 0 },
    tournament: null,
    number: 1,
    stage: 'play',
    round: 3,
    seats: Array.from({ length: seats }, (_, seat) => ({
      name: NAMES[seat] ?? null,
      kind: seat ? 'bot' : 'person',
      bot: seat ? 'steady' : null,
      colour: seat,
      is_you: seat === 0,
      is_host: seat === 0,
      is_here: true,
      is_ready: seat !== 0,
      is_away: false,
      is_muted: false,
      wishes_pause: false,
      has_withdrawn: false,
    })),
    you: 0,
    yours: [0],
    is_host: true,
    is_paused: false,
    pace: 'quick',
    asks_first: false,
    lowest_wins: true,
    totals: [38, 47, 31, 52].slice(0, seats),
    leaders: [2],
    rounds: [],
    is_tie_break: false,
    next_first: null,
    ranks: [],
    end_reason: null,
    wait: { seats: [0], until: null, why: 'move' },
    decision: legal.length ? { round: 3, seat: 0, decision: 7, legal } : null,
    commitment: 'c0',
    chat: [],
    table: skyjo(),
    ...more,
  }
}

/** Every cell of a 3 × 4 grid after a verb: swap a1, swap b1 … */
export function everywhere(verb: 'swap' | 'turn'): string[] {
  return [1, 2, 3].flatMap((row) => [...'abcd'].map((column) => `${verb} ${column}${row}`))
}

/** A closed round that Hugo has finished at 10, as many as Inès. */
export function closed(more: Partial<RoomView> = {}): RoomView {
  const table = skyjo({
    step: 'over',
    turn: null,
    finisher: 2,
    sums: [24, 10, 10, 31],
    scores: [24, 10, 20, 31],
    penalty: { seat: 2, before: 10, after: 20, reason: 'tied', lowest: 10 },
    grids: [
      grid('4 0 x 2  -1 7 x 0  2 9 x 1'),
      grid('x 1 0 x  x 2 3 x  x 4 0 x'),
      grid('3 1 x -1  2 0 x 2  3 -2 x 2'),
      grid('5 1 10 3  -2 4 6 0  1 -2 -2 7'),
    ],
  })
  return room({
    stage: 'scores',
    table,
    totals: [62, 57, 51, 83],
    next_first: 2,
    wait: { seats: [0], until: null, why: 'ready' },
    rounds: [
      {
        first: 0,
        finisher: 2,
        scores: [24, 10, 20, 31],
        truncated: false,
        is_tie_break: false,
        commitment: 'c0',
        secret: 's0',
      },
    ],
    ...more,
  })
}

type Answer = Promise<Reply>

/** A wire whose other end is the test. */
export class FakeWire {
  sent: Send['command'][] = []
  hinted: number[] = []
  follower: Follower | null = null
  answer: (command: Send['command']) => Answer = () => Promise.resolve({ t: 'reply', id: 'x', seq: 1 })
  hint: () => Promise<Hint> = () => Promise.resolve({ t: 'hint', id: 'x', action: 'take', sentence: 'Prends le 3.' })
  #seq = 0

  follow(_stream: string, follower: Follower): () => void {
    this.follower = follower
    return () => (this.follower = null)
  }
  send(_stream: string, command: Send['command']): Answer {
    this.sent.push(command)
    return this.answer(command)
  }
  askHint(_stream: string, seat: number): Promise<Hint> {
    this.hinted.push(seat)
    return this.hint()
  }
  update(view: RoomView, happened: Happening[] = [], isLate = false): void {
    this.#seq += 1
    this.follower?.update({ t: 'update', stream: 'r1', seq: this.#seq, happened, view }, isLate)
  }
  refuseWith(why: Refused): void {
    this.answer = () => Promise.reject(why)
  }
}

/** A followed table and its wire. */
export function liveTable(view?: RoomView): { live: LiveTable; wire: FakeWire; stop: () => void } {
  const wire = new FakeWire()
  const live = new LiveTable('r1', wire as unknown as Socket)
  const stop = live.follow()
  if (view) wire.update(view)
  return { live, wire, stop }
}
