/** The settings of a sheet to be made: as of a table, but also where no server can be asked. */
import { untrack } from 'svelte'
import type { EndingForm, Game, Preset, Settings } from '../api'
import { kept } from '../kept'
import { language } from '../language.svelte'
import { network } from '../network.svelte'
import { here } from '../router.svelte'
import { Setup } from '../settings/setup.svelte'
import { counting, forms } from './forms'

export class SheetSetup extends Setup {
  /** How the game can end. */
  endings = $state.raw<readonly EndingForm[]>([])
  /** Nothing is known of the game: this device has never reached the server. */
  isUnknown = $state(false)

  #begun = false

  override follow(ready?: (game: Game) => void): void {
    $effect(() => {
      language()
      void network.cut
      untrack(() => void this.#bring(ready))
    })
    // The server names the settings by their code; without one, only those of a preset have a name.
    $effect(() => {
      const { draft, game } = this
      if (!network.cut || !game) return
      const preset = game.presets.find((one) => same(one.settings, draft.settings))
      untrack(() => {
        if (preset) draft.code = preset.code
        draft.changed = game.settings.map(({ name }) => name).filter((name) => draft.settings[name] !== game.presets[0]?.settings[name])
      })
    })
  }

  async #bring(ready?: (game: Game) => void): Promise<void> {
    const lang = language()
    const found = (await forms())?.find((one) => one.name === this.draft.game)
    if (lang !== language()) return
    this.isUnknown = !found
    if (!found) return
    this.endings = found.settings.find((setting) => setting.kind === 'ending')?.forms ?? []
    if (!network.cut && this.#begun && this.draft.code) await this.draft.recheck()
    else if (!network.cut && !this.#begun) await this.draft.begin(here.query.get('code'))
    if (Object.keys(this.draft.settings).length === 0) this.#takePreset(found)
    this.#begun = true
    this.game = counting(found)
    ready?.(found)
  }

  #takePreset(game: Game): void {
    const preset = game.presets.find(({ code }) => code === kept(`code.${game.name}`, '')) ?? (game.presets[0] as Preset)
    this.draft.settings = { ...preset.settings }
    this.draft.code = preset.code
  }
}

function same(one: Settings, other: Settings): boolean {
  return Object.keys(one).every((name) => one[name] === other[name])
}
