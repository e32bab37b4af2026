import { afterEach, describe, expect, test } from 'vitest'
import { address, isOwn, originFor } from '../src/address.svelte'

const HALL = 'http://192.168.1.20:8000'

afterEach(() => (address.outward = null))

describe('the address in links and codes', () => {
  test.each(['http://127.0.0.1:8000', 'http://localhost:8000', 'http://[::1]:8000'])('is the one of the network where the page is at %s', (here) => {
    expect(originFor(here, null)).toBe(here)
    expect(isOwn(here)).toBe(true)
    expect(originFor(here, HALL)).toBe(HALL)
    expect(isOwn(HALL)).toBe(false)
  })

  test('is the page’s own elsewhere', () => {
    expect(originFor('https://cartes.example', HALL)).toBe('https://cartes.example')
  })

  test('is known once the server has said it', () => {
    expect(address.isAlone).toBe(true) // these tests are at localhost
    address.outward = HALL
    expect(address.origin).toBe(HALL)
    expect(address.isAlone).toBe(false)
  })
})
