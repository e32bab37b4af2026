import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { Draft } from '../../src/settings/draft.svelte'
import SettingsForm from '../../src/settings/SettingsForm.svelte'
import { ANSWERS, GAME, serve, type Asked } from '../server'

let asked: Asked[]
let draft: Draft

beforeEach(async () => {
  asked = serve(ANSWERS)
  draft = new Draft('skyjo', 4)
  await draft.begin(null)
  render(SettingsForm, { game: GAME, draft })
})

const checked = () => asked.at(-1)?.body['settings'] as Record<string, unknown>

describe('the settings form', () => {
  test('shows every setting of the schema, in its groups', () => {
    expect(screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)).toEqual(
      expect.arrayContaining(['Fin', 'Table']),
    )
    expect(screen.getByRole('combobox', { name: 'Pénalité' })).toHaveValue('multiply')
    expect(screen.getByRole('switch', { name: 'Pénaliser l’égalité' })).toBeChecked()
    expect(screen.getByRole('textbox', { name: 'Lignes' })).toHaveValue('3')
    expect(screen.getByRole('radio', { name: 'Points' })).toBeChecked()
    expect(screen.getByRole('switch', { name: 'Sans limite' })).toBeChecked()
  })

  test('asks the server about a change and marks it', async () => {
    await fireEvent.change(screen.getByRole('combobox', { name: 'Pénalité' }), { target: { value: 'none' } })
    await waitFor(() => expect(draft.changed).toEqual(['penalty']))
    expect(checked()).toMatchObject({ penalty: 'none', rows: 3 })
    expect(screen.getByText('changé')).toBeInTheDocument()
  })

  test('sends a number as a number, from its button, its arrow key and its field', async () => {
    await fireEvent.click(screen.getByRole('button', { name: /^Lignes.*plus$/ }))
    await waitFor(() => expect(checked()['rows']).toBe(4))
    const field = screen.getByRole('textbox', { name: 'Lignes' })
    await fireEvent.keyDown(field, { key: 'ArrowDown' })
    await waitFor(() => expect(checked()['rows']).toBe(3))
    await fireEvent.change(field, { target: { value: '2' } })
    await waitFor(() => expect(checked()['rows']).toBe(2))
  })

  test('leaves judging to the server: its sentence stands under the field, and goes with its cause', async () => {
    const field = screen.getByRole('textbox', { name: 'Lignes' })
    await fireEvent.change(field, { target: { value: '6' } })
    const sentence = await screen.findByRole('alert')
    expect(sentence).toHaveTextContent('Quatre lignes au plus.')
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(field.getAttribute('aria-describedby')).toContain(sentence.id)
    await fireEvent.change(field, { target: { value: '4' } })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('writes an ending with its number', async () => {
    await fireEvent.click(screen.getByRole('radio', { name: 'Manches' }))
    await waitFor(() => expect(checked()['end']).toBe('rounds(7)'))
    await fireEvent.change(screen.getByRole('textbox', { name: 'Manches' }), { target: { value: '5' } })
    await waitFor(() => expect(checked()['end']).toBe('rounds(5)'))
  })

  test('turns an off number on at its least', async () => {
    await fireEvent.click(screen.getByRole('switch', { name: 'Sans limite' }))
    await waitFor(() => expect(checked()['turn_time']).toBe(10))
  })

  test('goes back to the official settings', async () => {
    await fireEvent.click(screen.getByRole('switch', { name: 'Pénaliser l’égalité' }))
    await fireEvent.click(await screen.findByRole('button', { name: 'Remettre les réglages officiels' }))
    await waitFor(() => expect(draft.code).toBe('SKYJO'))
  })
})

describe('a draft of settings', () => {
  test('takes a code, and keeps what it had when the code is refused', async () => {
    expect(await draft.useCode('SKYJO-SOFT')).toBe(true)
    expect(draft.settings['penalise_tie']).toBe(false)
    expect(await draft.useCode('SKYJO-ZZZ')).toBe(false)
    expect(draft.code_refusal).toBe('Ce code ne dit rien.')
    expect(draft.settings['penalise_tie']).toBe(false)
  })

  test('is found again on the next visit', async () => {
    await draft.useCode('SKYJO-SOFT')
    const later = new Draft('skyjo', 4)
    await later.begin(null)
    expect(later.code).toBe('SKYJO-SOFT')
  })

  test('keeps a change made while an older answer is on its way', async () => {
    const reading = draft.useCode('SKYJO-SOFT')
    draft.set('rows', 2)
    expect(await reading).toBe(false)
    expect(draft.settings).toMatchObject({ rows: 2, penalise_tie: true })
    await waitFor(() => expect(draft.changed).toEqual(['rows']))
  })

  test('keeps the code of its address when the number of seats changes before the answer', async () => {
    const other = new Draft('skyjo', 4)
    const beginning = other.begin('SKYJO-SOFT')
    other.seat(2)
    await beginning
    await waitFor(() => expect(other.code).toBe('SKYJO-SOFT'))
    expect(other.settings['penalise_tie']).toBe(false)
    expect(asked.at(-1)?.body).toMatchObject({ code: 'SKYJO-SOFT', seats: 2 })
    expect(other.checking).toBe(false)
  })

  test('begins with the defaults when the code of its address is refused, and says so', async () => {
    const other = new Draft('skyjo', 4)
    await other.begin('SKYJO-ZZZ')
    expect(other.code).toBe('SKYJO')
    expect(other.code_refusal).toBe('Ce code ne dit rien.')
  })

  test('asks again when the number of seats changes', async () => {
    const before = asked.length
    draft.seat(8)
    await waitFor(() => expect(asked.length).toBe(before + 1))
    expect(asked.at(-1)?.body['seats']).toBe(8)
  })
})
