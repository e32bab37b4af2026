import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'

// The worker runs here in a world made of fakes: one cache, one network.
const source = readFileSync('service_worker.js', 'utf8')
const ORIGIN = 'https://tablee.example'

type Listener = (event: unknown) => void
let listeners: Record<string, Listener>
let stored: Map<string, Map<string, string>>

beforeEach(() => {
  listeners = {}
  stored = new Map([['tablee-old', new Map()]])
  const key = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname
  const caches = {
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, string>()
      stored.set(name, cache)
      return {
        addAll: async (files: { url: string }[]) => {
          for (const file of files) cache.set(key(file), `kept ${key(file)}`)
        },
        match: async (request: string | { url: string }) => cache.get(key(request)),
      }
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  }
  const self = {
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
  }
  class Request {
    constructor(readonly url: string) {}
  }
  const run = new Function('self', 'caches', 'fetch', 'location', 'Request', 'BUILD', 'FILES', source)
  run(self, caches, async () => 'from the network', { origin: ORIGIN }, Request, 'new', ['/', '/assets/a.js'])
})

async function lifecycle(name: 'install' | 'activate') {
  let work: Promise<unknown> = Promise.resolve()
  listeners[name]?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}
function fetched(path: string, { method = 'GET', mode = 'cors', origin = ORIGIN } = {}): Promise<unknown> | undefined {
  let answer: Promise<unknown> | undefined
  listeners['fetch']?.({
    request: { url: origin + path, method, mode },
    respondWith: (promise: Promise<unknown>) => (answer = promise),
  })
  return answer
}

describe('the service worker', () => {
  test('keeps the built files and drops what an older build kept', async () => {
    await lifecycle('install')
    await lifecycle('activate')
    expect([...stored.keys()]).toEqual(['tablee-new'])
    expect([...(stored.get('tablee-new')?.keys() ?? [])]).toEqual(['/', '/assets/a.js'])
  })

  test.each(['/api/me', '/api/me/tables', '/ws', '/healthz'])('never answers %s', async (path) => {
    await lifecycle('install')
    expect(fetched(path)).toBeUndefined()
  })

  test('never answers anything but GET, nor for another house', async () => {
    expect(fetched('/', { method: 'POST' })).toBeUndefined()
    expect(fetched('/', { origin: 'https://example.org' })).toBeUndefined()
  })

  test('answers every address of the page with the page', async () => {
    await lifecycle('install')
    expect(await fetched('/table/ab12', { mode: 'navigate' })).toBe('kept /')
    expect(await fetched('/apiary', { mode: 'navigate' })).toBe('kept /')
  })

  test('answers a kept file from the device and any other from the network', async () => {
    await lifecycle('install')
    expect(await fetched('/assets/a.js')).toBe('kept /assets/a.js')
    expect(await fetched('/assets/b.js')).toBe('from the network')
  })
})
