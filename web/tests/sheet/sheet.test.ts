import { waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { network } from '../../src/network.svelte'
import { all, get, put, remove } from '../../src/sheet/device'
import { make } from '../../src/sheet/overview'
import { LiveSheet } from '../../src/sheet/sheet.svelte'
import { uplink } from '../../src/sheet/uplink.svelte'
import type { Follower, Socket } from '../../src/wire/socket.svelte'
import { serve, Status } from '../server'
import { made, sheet } from './sheets'

const ID = 'aaaaaaaa'
const STREAM = 's12345678901234567890'
const ADDRESS = `/api/sheets/${STREAM}/commands`
const ENTER = { do: 'enter', round: 'round-aaaa', number: 1, player: 'player-0', entry: { total: 5 }, seen: null } as const

let followers: Record<string, Follower>
const wire = {
  follow(stream: string, follower: Follower) {
    followers[stream] = follower
    return () => delete followers[stream]
  },
} as unknown as Socket

let stops: (() => void)[] = []
async function opened(address: string): Promise<LiveSheet> {
  const live = new LiveSheet(address, wire)
  stops.push(live.follow())
  await waitFor(() => expect(live.view !== null || live.isUnknown || address in followers).toBe(true))
  return live
}
function tell(seq: number, change = {}): void {
  const view = { ...sheet(), ...change }
  followers[STREAM]?.update({ t: 'update', stream: STREAM, seq, happened: [], view: view as never }, false)
}

beforeEach(async () => {
  followers = {}
  for (const { id } of await all('sheets')) await remove('sheets', id)
  for (const { n } of await all('queue')) await remove('queue', n)
  for (const { sheet } of await all('halves')) await remove('halves', sheet)
  network.reached()
})
afterEach(async () => {
  for (const stop of stops) stop()
  stops = []
  await uplink.run()
  network.reached()
})

describe('a sheet on this device', () => {
  test('is made and written without a network, and goes up once there is one', async () => {
    serve({ '/api/sheets': null, '/api/me': null })
    await make(ID, made())
    const live = await opened(ID)
    await live.write(ENTER)
    await waitFor(() => expect(live.waiting).toBe(2))
    expect(live.view?.draft?.content.entries).toEqual({ 'player-0': { total: 5 } })

    const asked = serve({ '/api/sheets': () => ({ sheet: STREAM, short: 'ABCDEF' }), [ADDRESS]: () => ({ seq: 2 }) })
    await uplink.run()
    expect(asked.map(({ path }) => path.split('?')[0])).toEqual(['/api/sheets', ADDRESS])
    expect(asked[0]?.body).toMatchObject({ id: ID, game: 'skyjo' })
    await waitFor(() => expect(live.waiting).toBe(0))
    expect(live.view?.draft).not.toBeNull() // until the server tells of it
    await waitFor(() => expect(followers[STREAM]).toBeDefined())
    tell(2, { draft: { id: 'round-aaaa', number: 1, content: { entries: { 'player-0': { total: 5 } } } } })
    await waitFor(async () => expect(await all('queue')).toEqual([]))
  })

  test('a command keeps its id over a reload, so that it counts once', async () => {
    serve({ '/api/sheets': null, '/api/me': null })
    await make(ID, made())
    await (await opened(ID)).write(ENTER)
    const [kept] = await all('queue')
    for (const stop of stops) stop()
    stops = []
    const asked = serve({ '/api/sheets': () => ({ sheet: STREAM, short: '' }), [ADDRESS]: null, '/api/me': null })
    await opened(ID)
    await uplink.run()
    const again = serve({ [ADDRESS]: () => ({ seq: 2 }) })
    await uplink.run()
    const ids = [...asked, ...again].filter(({ path }) => path.startsWith(ADDRESS)).map(({ body }) => body['id'])
    expect(new Set(ids)).toEqual(new Set([kept?.id]))
  })

  test('what the server refuses stays in sight with its reason, changes nothing, and can be tried again or given up', async () => {
    serve({ [ADDRESS]: () => new Status(400, { code: 'round_closed', sentence: 'La manche est close.' }) })
    await put('sheets', { id: STREAM, stream: STREAM, made: null, view: sheet(), seq: 1, at: 1, refusal: null })
    const live = await opened(STREAM)
    await live.write(ENTER)
    await waitFor(() => expect(live.refused).toHaveLength(1))
    expect(live.refused[0]?.sentence).toBe('La manche est close.')
    expect(live.view?.draft).toBeNull()

    serve({ [ADDRESS]: () => ({ seq: 2 }) })
    await live.retry(live.refused[0] as never)
    await waitFor(() => expect(live.refused).toEqual([]))
    expect(live.view?.draft).not.toBeNull()
  })

  test('a server that is busy refuses nothing for good', async () => {
    serve({ [ADDRESS]: () => new Status(429, { code: 'too_often', sentence: 'Trop.' }) })
    await put('sheets', { id: STREAM, stream: STREAM, made: null, view: sheet(), seq: 1, at: 1, refusal: null })
    const live = await opened(STREAM)
    await live.write(ENTER)
    await uplink.run()
    expect(live.refused).toEqual([])
    expect(live.waiting).toBe(1)
    serve({ [ADDRESS]: () => ({ seq: 2 }) })
    await uplink.run()
    await waitFor(() => expect(live.waiting).toBe(0))
  })

  test('the last thing written without a network can be taken back here', async () => {
    serve({ '/api/sheets': null, '/api/me': null })
    await make(ID, made())
    const live = await opened(ID)
    await live.write(ENTER)
    expect(await live.takeBack()).toBe(true)
    expect(live.view?.draft).toBeNull()
    expect(await live.takeBack()).toBe(false)
  })

  test('an entry in the making survives the death of the page', async () => {
    serve({ '/api/sheets': null, '/api/me': null })
    await make(ID, made())
    const live = await opened(ID)
    await live.keepHalf('round-aaaa', 1, 'player-1', { ...live.blank(false), cards: [7, 8] })
    const again = await opened(ID)
    expect(again.half).toMatchObject({ round: 'round-aaaa', player: 'player-1', halves: { 'player-1': { cards: [7, 8] } } })
  })

  test('of a link that no device has made the server tells', async () => {
    serve({})
    const live = await opened(STREAM)
    tell(3, { may_write: false })
    await waitFor(() => expect(live.view?.may_write).toBe(false))
    expect((await get('sheets', STREAM))?.seq).toBe(3)
  })

  test('an address that can be no sheet is said to be none', async () => {
    serve({})
    expect((await opened('nothing-here')).isUnknown).toBe(true)
  })
})

vi.setConfig({ testTimeout: 15_000 })
