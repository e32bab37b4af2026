import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isCurrent, reload, reloadOnce } from '../../src/wire/reload'

let load: () => void

/** A service worker container with a registration that finds a newer page, or none. */
function workers(registration: Partial<ServiceWorkerRegistration> | undefined): EventTarget {
  const container = Object.assign(new EventTarget(), { getRegistration: () => Promise.resolve(registration) })
  vi.stubGlobal('navigator', { serviceWorker: container })
  return container
}

beforeEach(() => {
  vi.useFakeTimers()
  load = vi.fn()
})
afterEach(() => vi.unstubAllGlobals())

describe('loading the newer page unasked', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', {})
    sessionStorage.clear()
  })
  const settled = () => vi.advanceTimersByTimeAsync(0)

  it('is done once: where that brings the old page again, no more', async () => {
    reloadOnce(load)
    await settled()
    reloadOnce(load)
    await settled()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is done again once page and server have suited each other', async () => {
    reloadOnce(load)
    isCurrent()
    reloadOnce(load)
    await settled()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is not done where the page cannot remember that it was', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no storage', 'SecurityError')
    })
    reloadOnce(load)
    await settled()
    expect(load).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

describe('loading the newer page', () => {
  it('is simple where nothing is kept on the device', async () => {
    vi.stubGlobal('navigator', {})
    await reload(load)
    workers(undefined)
    await reload(load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('waits until the newer one is kept, so that the old one does not come again', async () => {
    const update = vi.fn(() => Promise.resolve())
    const container = workers({ update, installing: {} as ServiceWorker } as unknown as ServiceWorkerRegistration)
    const loading = reload(load)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(update).toHaveBeenCalled()
    expect(load).not.toHaveBeenCalled()
    container.dispatchEvent(new Event('controllerchange'))
    await loading
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('does not wait for ever, nor where there is nothing newer', async () => {
    workers({
      update: () => Promise.resolve(),
      installing: {} as ServiceWorker,
    } as unknown as ServiceWorkerRegistration)
    const loading = reload(load)
    await vi.advanceTimersByTimeAsync(8_000)
    await loading
    workers({
      update: () => Promise.resolve(),
      installing: null,
      waiting: null,
    } as unknown as ServiceWorkerRegistration)
    await reload(load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('loads in any case', async () => {
    workers({ update: () => Promise.reject(new TypeError('no network')) } as unknown as ServiceWorkerRegistration)
    await expect(reload(load)).rejects.toThrow('no network')
    expect(load).toHaveBeenCalledTimes(1)
  })
})
