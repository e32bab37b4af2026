/** Opening a table: one table for one wish, however often it is asked for, and why it was refused. */
import { openRoom, type NewRoom } from '../api'
import { Refused, sentenceOf } from '../refused'
import { newId } from '../ids'
import { go } from '../router.svelte'
import { say } from '../words'
import type { Setup } from './setup.svelte'

export class Opening {
  /** A table is on its way. */
  busy = $state(false)
  refusal = $state<string | null>(null)

  #asked = { body: '', id: '' }

  /** Opens a table with the settings of `setup` and goes there. */
  async open(setup: Setup, wish: Omit<NewRoom, 'id' | 'game' | 'settings'>): Promise<void> {
    const { draft } = setup
    this.refusal = null
    if (draft.refusal) {
      this.refusal = say('solo.mend_first')
      return
    }
    this.busy = true
    const room = { ...wish, game: draft.game, settings: { ...draft.settings } }
    // The same wish keeps its id: pressing again after a lost answer opens no second table.
    const body = JSON.stringify(room)
    if (this.#asked.body !== body) this.#asked = { body, id: newId() }
    try {
      go(`/table/${await openRoom({ ...room, id: this.#asked.id })}`)
    } catch (failure) {
      this.refusal = sentenceOf(failure)
      if (failure instanceof Refused) this.#asked = { body: '', id: '' }
    } finally {
      this.busy = false
    }
  }
}
