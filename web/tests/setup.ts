import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/svelte'
import { afterEach, vi } from 'vitest'
import { loadWords } from '../src/language.svelte'

await loadWords('pages') // as for whoever looked at one before
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
