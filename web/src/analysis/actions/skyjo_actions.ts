/** The actions of Skyjo: draw, take, discard, remove, keep, turn b3, swap a1. */
import SkyjoCard from '../../cards/SkyjoCard.svelte'
import { cellOf } from '../../table/skyjo/skyjo'
import { number, say } from '../../words'
import type { SkyjoView } from '../../wire/protocol.gen'
import type { Actions } from './actions'

export const skyjo: Actions<SkyjoView> = {
  Card: SkyjoCard,

  name(action, view, seat) {
    const [first] = this.cards(action, view, seat)
    const card = number(first ?? 0)
    const cell = cellOf(action, view.columns)
    if (cell === null) return say(`analysis.actions.skyjo.${action as 'draw' | 'take' | 'discard' | 'remove' | 'keep'}`, { card })
    const where = { row: Math.floor(cell / view.columns) + 1, column: (cell % view.columns) + 1 }
    if (action.startsWith('turn ')) return say('analysis.actions.skyjo.turn', where)
    const old = view.grids[seat]?.cells[cell]
    if (old == null) return say('analysis.actions.skyjo.swap_hidden', { card, ...where })
    return say('analysis.actions.skyjo.swap', { card, old: number(old), ...where })
  },

  cards(action, view, seat) {
    const cells = view.grids[seat]?.cells ?? []
    const cell = cellOf(action, view.columns)
    if (cell !== null && action.startsWith('swap ')) return [view.held, cells[cell] ?? null]
    if (action === 'take') return [view.discard]
    if (action === 'discard') return [view.held]
    if (action === 'remove' || action === 'keep') return (view.grids[seat]?.asked ?? []).map((one) => cells[one] ?? null)
    return [null]
  },

  places(action, view, seat) {
    const cell = cellOf(action, view.columns)
    if (cell !== null) return [`cell-${seat}-${cell}`]
    if (action === 'draw') return ['pile']
    if (action === 'take' || action === 'discard') return ['discard']
    return (view.grids[seat]?.asked ?? []).map((one) => `cell-${seat}-${one}`)
  },
}
