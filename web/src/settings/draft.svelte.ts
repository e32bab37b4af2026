/** Settings being chosen. The server alone knows what is allowed: every change is checked there. */
import { check, type Checked, type Game, type Preset, type Settings, type Value } from '../api'
import { Refused, Unreached } from '../refused'
import { keep, kept } from '../kept'

const PAUSE = 250 // ms of quiet before a change is checked

export class Draft {
  readonly game: string
  settings = $state<Settings>({})
  /** The settings code of the last settings that were allowed, empty before the first answer. */
  code = $state('')
  /** Names of the settings that differ from the defaults. */
  changed = $state<string[]>([])
  /** Whether the table is asked who begins, by these settings. */
  asks_first = $state(false)
  /** Why the server refuses the settings as they stand, and which setting is at fault. */
  refusal = $state<{ sentence: string; setting: string | null } | null>(null)
  /** Why a code was refused; the settings stay as they were. */
  code_refusal = $state<string | null>(null)
  /** True from a change until its answer. */
  checking = $state(false)

  #seats: number
  #wish: string | null = null // code whose settings these shall be, until it is answered
  #question = 0 // answers to older questions are dropped
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(game: string, seats: number) {
    this.game = game
    this.#seats = seats
  }

  /** Begins with a code from the address, else with the one of the last visit, else with the defaults. */
  async begin(code: string | null): Promise<void> {
    const wish = code ?? kept(`code.${this.game}`, '')
    if (wish) await this.useCode(wish)
    if (!wish || this.code_refusal) await this.#ask({ settings: {} })
  }

  /** Changes one setting. */
  set(name: string, value: Value): void {
    if (this.settings[name] === value) return
    this.#wish = null
    this.settings[name] = value
    this.#soon()
  }

  /** Takes all values of a preset. */
  use(preset: Preset): void {
    this.#wish = null
    this.settings = { ...preset.settings }
    this.#soon()
  }

  /** Takes the settings that a code stands for, or keeps the present ones and says why not. */
  async useCode(code: string): Promise<boolean> {
    clearTimeout(this.#timer)
    this.code_refusal = null
    this.#wish = code
    const question = ++this.#question
    try {
      const answer = await check(this.game, { code }, this.#seats)
      if (question !== this.#question) return false
      this.#take(answer)
      return true
    } catch (failure) {
      if (question !== this.#question && failure instanceof Refused) return false
      if (failure instanceof Refused) {
        this.#wish = null
        this.code_refusal = failure.sentence
      } else if (!(failure instanceof Unreached)) throw failure
      return false
    }
  }

  /** Changes for how many seats the settings must do. */
  seat(seats: number): void {
    if (seats === this.#seats) return
    this.#seats = seats
    this.#soon()
  }

  /** Checks again at once: after a lost connection, or to hear a refusal in another language. */
  async recheck(): Promise<void> {
    // A code that is not answered yet is still what is wished, for another number of seats too.
    if (this.#wish !== null && ((await this.useCode(this.#wish)) || !this.code_refusal)) return
    await this.#ask({ settings: { ...this.settings } })
  }

  /** The preset whose settings these are, if any. */
  preset(game: Game): Preset | undefined {
    return game.presets.find((preset) => preset.code === this.code)
  }

  #soon(): void {
    clearTimeout(this.#timer)
    this.#question += 1
    this.code_refusal = null
    this.checking = true
    this.#timer = setTimeout(() => void this.recheck(), PAUSE)
  }

  async #ask(given: { settings: Settings }): Promise<void> {
    const question = ++this.#question
    this.checking = true
    try {
      const answer = await check(this.game, given, this.#seats)
      if (question === this.#question) this.#take(answer)
    } catch (failure) {
      if (question !== this.#question) return
      if (failure instanceof Refused) this.refusal = { sentence: failure.sentence, setting: failure.setting }
      else if (!(failure instanceof Unreached)) throw failure
    } finally {
      if (question === this.#question) this.checking = false
    }
  }

  #take({ settings, code, changed, asks_first }: Checked): void {
    this.#wish = null
    this.settings = settings
    this.code = code
    this.changed = changed
    this.asks_first = asks_first
    this.refusal = null
    this.checking = false
    keep(`code.${this.game}`, code)
  }
}
