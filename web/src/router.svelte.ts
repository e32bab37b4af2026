/** Where the page is: a small router on the history API. */
import { tick } from 'svelte'

class Here {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))
  /** Grows with every move to another page, so that focus can follow. */
  moves = $state(0)

  read(): void {
    const moved = this.path !== location.pathname
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
    if (moved) this.moves += 1
  }
}

export const here = new Here()

/** Goes to an address of the page; `replace` leaves no trace in the history. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  const moved = here.path !== location.pathname
  here.read()
  if (moved) scrollTo(0, 0)
}

/** Follows the browser's own back and forward, and plain clicks on links to the page's own addresses. */
export function follow(): () => void {
  const back = () => here.read()
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.hash && link.pathname === location.pathname) return // a place on this page
    event.preventDefault()
    go(link.pathname + link.search)
  }
  addEventListener('popstate', back)
  document.addEventListener('click', click)
  return () => {
    removeEventListener('popstate', back)
    document.removeEventListener('click', click)
  }
}

/** Puts the focus on the new page's title, for keyboards and screen readers. */
export async function focusTitle(): Promise<void> {
  await tick()
  const title = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

/** Returns the parts of a path that `pattern` names with a colon, or null: `/table/:room`. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/$/, '').split('/')
  if (wanted.length !== given.length) return null
  const parts: Record<string, string> = {}
  for (const [place, word] of wanted.entries()) {
    const part = given[place] ?? ''
    if (word.startsWith(':') && /^[\w-]+$/.test(part)) parts[word.slice(1)] = part // ids and names need no escapes
    else if (word !== part) return null
  }
  return parts
}
