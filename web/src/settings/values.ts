/** Settings in words: what differs from the official rules, and how. */
import type { Game, Setting, Settings, Value } from '../api'
import { number, say } from '../words'

/** Returns a setting's value as a reader says it: "doubler", "4", "oui", "Points 100". */
export function written(setting: Setting, value: Value): string {
  switch (setting.kind) {
    case 'choice':
      return setting.choices.find((one) => one.value === value)?.label ?? String(value)
    case 'number':
      return value === setting.off && setting.off_label ? setting.off_label : number(Number(value))
    case 'flag':
      return say(value === true ? 'app.yes' : 'app.no')
    case 'ending': {
      const [, word = '', count = ''] = /^(\w+)\((\d+)\)$/.exec(String(value)) ?? []
      const form = setting.forms.find((one) => one.value === word)
      return form ? `${form.label} ${number(Number(count))}` : String(value)
    }
  }
}

/** Returns the settings of a game that differ between two sets, each with its new value in words. */
export function differing(game: Game, settings: Settings, from?: Settings): { label: string; value: string }[] {
  return game.settings.flatMap((setting) => {
    const value = settings[setting.name] ?? setting.default
    return value === (from ? from[setting.name] : setting.default) ? [] : [{ label: setting.label, value: written(setting, value) }]
  })
}
