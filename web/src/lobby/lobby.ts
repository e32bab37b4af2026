/** The lobby, and what of it a table needs too, come when they are needed, with their words. */
import { loadWords } from '../language.svelte'
import type WhoBegins from '../parts/WhoBegins.svelte'
import type TableRules from '../table/TableRules.svelte'
import type Claims from './Claims.svelte'
import type ClaimSeat from './ClaimSeat.svelte'
import type Lobby from './Lobby.svelte'
import type MoveSeat from './MoveSeat.svelte'
import type NameDialog from './NameDialog.svelte'
import type OptionsPanel from './OptionsPanel.svelte'
import type SeatActions from './SeatActions.svelte'
import type SettingsDialog from './SettingsDialog.svelte'

/** Fetches the lobby. */
export async function loadLobby(): Promise<typeof Lobby> {
  const [lobby] = await Promise.all([import('./Lobby.svelte'), loadWords('lobby')])
  return lobby.default
}

/** Fetches the dialog that offers a seat to another device. */
export async function loadMoveSeat(): Promise<typeof MoveSeat> {
  const [move] = await Promise.all([import('./MoveSeat.svelte'), loadWords('lobby')])
  return move.default
}

/** Fetches what looks for a seat on offer in the address. */
export async function loadClaims(): Promise<typeof Claims> {
  return (await import('./Claims.svelte')).default
}

/** Fetches the dialog that takes such a seat over. */
export async function loadClaimSeat(): Promise<typeof ClaimSeat> {
  const [claim] = await Promise.all([import('./ClaimSeat.svelte'), loadWords('lobby')])
  return claim.default
}

/** What the lobby needs after the first look. */
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
