/**
 * What this device keeps of its score sheets and of tournament tables, so that they can be written without a network:
 * IndexedDB.
 *
 * A handful of requests, each a transaction of its own, need no library. Where the browser keeps nothing (a
 * private window), the sheets last as long as the page, and `isKept` says so.
 */
import type { Game } from '../api'
import type { Half } from './half'
import type { Spot, TournamentCommand, TournamentView } from '../tournament/wire'
import type { NewSheet, SheetCommand, SheetView } from './wire'

/** A sheet that this device made or looked at. */
export interface KeptSheet {
  id: string // chosen here, or the server's where the sheet came by its link
  stream: string | null // the server's id, null until it has the sheet
  made: NewSheet | null // what it was made as here, until a view of it has come from the server
  view: SheetView | null // the last one from the server
  seq: number // of that view
  at: number // unix seconds of the last visit or change
  refusal: string | null // why the server did not take the sheet
}
/** A tournament at one of whose tables this device writes. */
export interface KeptTournament {
  id: string // the server's
  view: TournamentView // the last one from the server
  seq: number // of that view
  places: Record<string, Spot> // by token of a table's link, which table it is for
  at: Spot | null // the table whose link was used last
}
/** A command of this device that no view from the server has in it yet. */
export interface Queued<Command = SheetCommand | TournamentCommand> {
  n: number // in order of writing
  sheet: string // or the tournament
  id: string // the same at every attempt, so that it counts once
  command: Command
  state: 'waiting' | 'kept' | 'refused'
  seq: number // of the stream since it was kept
  code: string // of the refusal
  sentence: string // why it was refused
}
/** A round in the middle of being written, tap by tap. */
export interface HalfRound {
  sheet: string // or the table of a tournament's round
  round: string // id
  number: number
  player: string // whose entry is being made
  halves: Record<string, Half>
}
interface Forms {
  lang: string
  games: Game[]
}
interface Stores {
  sheets: KeptSheet
  tournaments: KeptTournament
  queue: Queued
  halves: HalfRound
  forms: Forms
}
type Name = keyof Stores

const KEYS: Record<Name, string> = { sheets: 'id', tournaments: 'id', queue: 'n', halves: 'sheet', forms: 'lang' }

let opened: Promise<IDBDatabase | null> | undefined
const memory: { [name in Name]: Map<IDBValidKey, Stores[name]> } = {
  sheets: new Map(),
  tournaments: new Map(),
  queue: new Map(),
  halves: new Map(),
  forms: new Map(),
}
let last = 0 // number in the queue, where memory stands in

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((settle) => {
    if (typeof indexedDB === 'undefined') return settle(null)
    const request = indexedDB.open('tablee.sheets', 2)
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(KEYS))
        if (!request.result.objectStoreNames.contains(name))
          request.result.createObjectStore(name, { keyPath, autoIncrement: name === 'queue' })
    }
    request.onsuccess = () => {
      // A newer page in another tab needs another shape: this one opens anew when it next wants something.
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      settle(request.result)
    }
    request.onerror = () => settle(null)
  })
  return opened
}

/** Forgets all sheets, tournaments and rounds that this device keeps. */
export async function forgetDevice(): Promise<void> {
  const database = await open()
  database?.close()
  opened = undefined
  for (const store of Object.values(memory)) store.clear()
  if (typeof indexedDB === 'undefined') return
  await new Promise<void>((settle) => {
    const request = indexedDB.deleteDatabase('tablee.sheets')
    // Another tab may hold it open for a moment: it closes when it is told, and then it goes.
    request.onsuccess = request.onerror = request.onblocked = () => settle()
  })
}

/** Whether what is written outlasts the page. */
export async function isKept(): Promise<boolean> {
  return (await open()) !== null
}

async function ask<T>(name: Name, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = (await open()) as IDBDatabase
  return new Promise((settle, fail) => {
    const transaction = database.transaction(name, mode)
    const request = act(transaction.objectStore(name))
    // Told at once that this is all of it, the browser keeps it even where the page goes away the next moment.
    if (mode === 'readwrite') transaction.commit()
    transaction.oncomplete = () => settle(request.result)
    transaction.onabort = () => fail(transaction.error)
  })
}

export async function get<N extends Name>(name: N, key: IDBValidKey): Promise<Stores[N] | undefined> {
  if (!(await open())) return structuredClone(memory[name].get(key))
  return ask(name, 'readonly', (store) => store.get(key) as IDBRequest<Stores[N] | undefined>)
}

export async function all<N extends Name>(name: N): Promise<Stores[N][]> {
  if (!(await open())) return structuredClone([...memory[name].values()])
  return ask(name, 'readonly', (store) => store.getAll() as IDBRequest<Stores[N][]>)
}

export async function put<N extends Name>(name: N, value: Stores[N]): Promise<void> {
  if (await open()) await ask(name, 'readwrite', (store) => store.put(value))
  else memory[name].set((value as unknown as Record<string, IDBValidKey>)[KEYS[name]] as IDBValidKey, structuredClone(value))
}

/** Changes what is kept under a key, at once with reading it; nothing where there is nothing. */
export async function change<N extends Name>(name: N, key: IDBValidKey, by: Partial<Stores[N]>): Promise<Stores[N] | undefined> {
  const database = await open()
  if (!database) {
    const before = await get(name, key)
    if (before) await put(name, { ...before, ...by })
    return before && { ...before, ...by }
  }
  return new Promise((settle, fail) => {
    let now: Stores[N] | undefined
    const transaction = database.transaction(name, 'readwrite')
    const store = transaction.objectStore(name)
    const request = store.get(key) as IDBRequest<Stores[N] | undefined>
    request.onsuccess = () => {
      if (!request.result) return
      now = { ...request.result, ...by }
      store.put(now)
    }
    transaction.oncomplete = () => settle(now)
    transaction.onabort = () => fail(transaction.error)
  })
}

export async function remove(name: Name, key: IDBValidKey): Promise<void> {
  if (await open()) await ask(name, 'readwrite', (store) => store.delete(key))
  else memory[name].delete(key)
}

/** Puts a command at the end of the queue and returns it with its number. */
export async function append<Command extends SheetCommand | TournamentCommand>(
  queued: Omit<Queued<Command>, 'n'>,
): Promise<Queued<Command>> {
  if (!(await open())) {
    const numbered = { ...queued, n: ++last }
    await put('queue', numbered)
    return numbered
  }
  const n = await ask('queue', 'readwrite', (store) => store.add(queued))
  return { ...queued, n: Number(n) }
}

/** Returns the commands of a sheet or tournament that wait for the server or were refused by it, in order of writing. */
export async function queueOf<Command extends SheetCommand | TournamentCommand>(sheet: string): Promise<Queued<Command>[]> {
  return (await all('queue')).filter((queued) => queued.sheet === sheet) as Queued<Command>[]
}

// ---- Between the pages of this device

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tablee.sheets')
const listeners = new Set<(sheet: string) => void>()
if (channel) channel.onmessage = ({ data }: MessageEvent<string>) => listeners.forEach((hear) => hear(data))

/** Calls `hear` with the id of a sheet whenever something of it has changed on this device, until told to stop. */
export function listen(hear: (sheet: string) => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Tells the pages of this device, this one too, that something of a sheet has changed. */
export function tell(sheet: string): void {
  channel?.postMessage(sheet)
  for (const hear of listeners) hear(sheet)
}
