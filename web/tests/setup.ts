import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/svelte'
import { afterEach, vi } from 'vitest'
import { loadWords } from '../src/language.svelte'

// A page is fetched when it is first wanted; far more than that takes, so that a busy machine fails no test.
configure({ asyncUtilTimeout: 15_000 }) // ms
vi.setConfig({ testTimeout: 30_000 })

await Promise.all([loadWords('pages'), loadWords('table')]) // as for whoever looked at them before
import { chooseLanguage } from '../src/language.svelte'

// What jsdom lacks.
Element.prototype.animate ??= vi.fn(() => ({ finished: Promise.resolve(), cancel: vi.fn() }) as unknown as Animation)
Element.prototype.getAnimations ??= () => []
Element.prototype.scrollIntoView ??= () => {}
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.scrollTo = () => {}
window.matchMedia ??= (media: string) =>
  ({ media, matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }) as unknown as MediaQueryList

// As main.ts has done before anything shows.
await chooseLanguage('fr')
localStorage.clear()

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
