import { beforeEach, describe, expect, test, vi } from 'vitest'
import { canShare, copy, share } from '../src/share'

let field: HTMLInputElement
beforeEach(() => {
  field = document.createElement('input')
  field.value = 'court'
  document.body.append(field)
})
const device = (more: object) => vi.stubGlobal('navigator', more)

describe('copying and sharing', () => {
  test('uses the clipboard where the page may', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    device({ clipboard: { writeText } })
    expect(await copy('http://table', field)).toBe(true)
    expect(writeText).toHaveBeenCalledWith('http://table')
    expect(field.value).toBe('court')
  })

  test('without https takes the old way, and at last leaves the text selected to be copied by hand', async () => {
    device({})
    document.execCommand = vi.fn(() => true)
    expect(await copy('http://table', field)).toBe(true)
    expect(field.value).toBe('court')
    document.execCommand = vi.fn(() => false)
    expect(await copy('http://table', field)).toBe(false)
    expect(field.value).toBe('http://table')
  })

  test('opens the device’s sheet where there is one; closing it is no failure', async () => {
    device({})
    expect(canShare()).toBe(false)
    expect(await share('http://table')).toBe(false)
    device({ share: () => Promise.resolve() })
    expect(await share('http://table')).toBe(true)
    device({ share: () => Promise.reject(new DOMException('', 'AbortError')) })
    expect(await share('http://table')).toBe(true)
    device({ share: () => Promise.reject(new DOMException('', 'NotAllowedError')) })
    expect(await share('http://table')).toBe(false)
  })
})
