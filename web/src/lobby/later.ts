/** What the lobby needs after the first look comes then. */
import { loadWords } from '../language.svelte'
import type WhoBegins from '../parts/WhoBegins.svelte'
import type TableRules from '../table/TableRules.svelte'
import type NameDialog from './NameDialog.svelte'
import type OptionsPanel from './OptionsPanel.svelte'
import type SeatActions from './SeatActions.svelte'
import type SettingsDialog from './SettingsDialog.svelte'

export interface Later {
  NameDialog: typeof NameDialog
  OptionsPanel: typeof OptionsPanel
  SeatActions: typeof SeatActions
  SettingsDialog: typeof SettingsDialog
  TableRules: typeof TableRules
  WhoBegins: typeof WhoBegins
}

/** Fetches that. */
export async function loadLater(): Promise<Later> {
  const [name, options, seat, settings, rules, who] = await Promise.all([
    import('./NameDialog.svelte'),
    import('./OptionsPanel.svelte'),
    import('./SeatActions.svelte'),
    import('./SettingsDialog.svelte'),
    import('../table/TableRules.svelte'),
    import('../parts/WhoBegins.svelte'),
    loadWords('pages'), // names, settings, rules
  ])
  return {
    NameDialog: name.default,
    OptionsPanel: options.default,
    SeatActions: seat.default,
    SettingsDialog: settings.default,
    TableRules: rules.default,
    WhoBegins: who.default,
  }
}
