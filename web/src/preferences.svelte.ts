/** Choices of this device: light or dark, sounds, the name to sit down under. */
import { keep, kept } from './kept'

export const LOOKS = ['auto', 'light', 'dark'] as const
export type Look = (typeof LOOKS)[number]

class Preferences {
  #look = $state<Look>('auto')
  #sounds = $state(false)
  #name = $state('')

  constructor() {
    const look = kept<Look>('look', 'auto')
    this.#look = LOOKS.includes(look) ? look : 'auto'
    this.#sounds = kept<unknown>('sounds', false) === true
    this.#name = String(kept('name', ''))
  }

  get look(): Look {
    return this.#look
  }
  set look(look: Look) {
    this.#look = look
    keep('look', look)
    this.show()
  }

  /** Off unless somebody asks for them. */
  get sounds(): boolean {
    return this.#sounds
  }
  set sounds(on: boolean) {
    this.#sounds = on
    keep('sounds', on)
  }

  get name(): string {
    return this.#name
  }
  set name(name: string) {
    this.#name = name
    keep('name', name)
  }

  /** Puts the look on the document; `auto` leaves it to the device. */
  show(): void {
    const root = document.documentElement
    if (this.#look === 'auto') delete root.dataset['theme']
    else root.dataset['theme'] = this.#look
  }
}

export const preferences = new Preferences()
