import { fireEvent } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { follow, go, here, match } from '../src/router.svelte'

let stop: () => void
beforeEach(() => {
  go('/', { replace: true })
  stop = follow()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

function link(html: string): HTMLAnchorElement {
  document.body.innerHTML = html
  return document.querySelector('a') as HTMLAnchorElement
}

describe('the router', () => {
  test('finds the named parts of an address', () => {
    expect(match('/table/:room', '/table/ab-12')).toEqual({ room: 'ab-12' })
    expect(match('/tables', '/tables/')).toEqual({})
    expect(match('/', '/')).toEqual({})
    expect(match('/table/:room', '/table/')).toBeNull()
    expect(match('/table/:room', '/table/%E0%A4%A')).toBeNull()
    expect(match('/rules/:game', '/rules/skyjo/more')).toBeNull()
  })

  test('follows a plain click on a link of the page', () => {
    fireEvent.click(link('<a href="/rules/skyjo?code=SKYJO">x</a>'))
    expect(here.path).toBe('/rules/skyjo')
    expect(here.query.get('code')).toBe('SKYJO')
  })

  test.each([
    ['with the control key', '<a href="/rules">x</a>', { ctrlKey: true }],
    ['to another house', '<a href="https://example.org/rules">x</a>', {}],
    ['to a new window', '<a href="/rules" target="_blank">x</a>', {}],
    ['to a place on the page', '<a href="#main">x</a>', {}],
  ])('leaves a click %s to the browser', (_, html, keys) => {
    const anchor = link(html)
    anchor.addEventListener('click', (event) => setTimeout(() => event.preventDefault()))
    document.addEventListener('click', (event) => event.preventDefault(), { once: true }) // jsdom cannot leave the page
    fireEvent.click(anchor, keys)
    expect(here.path).toBe('/')
  })

  test('counts moves to another page, not changes of the query', () => {
    const before = here.moves
    go('/?a=1')
    expect(here.moves).toBe(before)
    go('/rules')
    expect(here.moves).toBe(before + 1)
  })
})
