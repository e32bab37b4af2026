import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { spoken } from '../../src/announce.svelte'
import { Refused } from '../../src/refused'
import { loadChat } from '../../src/chat/chat'
import Chat from '../../src/chat/Chat.svelte'
import { chooseLanguage } from '../../src/language.svelte'
import type { ChatLine, RoomView } from '../../src/wire/protocol.gen'
import { liveTable, room } from '../table/table'

await loadChat()

const line = (number: number, seat: number, more: Partial<ChatLine> = {}): ChatLine => ({
  number,
  at: 1_790_000_000 + number,
  seat,
  name: ['Léa', 'Inès', 'Hugo'][seat] ?? null,
  phrase: 'hello',
  text: null,
  ...more,
})

let tables = 0
/** A table of three persons with its own room, since what was read is remembered by room. */
function table(more: Partial<RoomView> = {}): RoomView {
  const view = room({ room: `r${(tables += 1)}`, ...more })
  view.seats = view.seats.slice(0, 3).map((seat) => ({ ...seat, kind: 'person', bot: null }))
  return view
}
async function open(view: RoomView) {
  const { live, wire } = liveTable()
  const { rerender } = render(Chat, { live, view })
  await fireEvent.click(screen.getByRole('button', { name: /^Discussion/ }))
  return { live, wire, rerender: (next: RoomView) => rerender({ live, view: next }) }
}

beforeEach(() => (spoken.text = ''))

describe('the chat', () => {
  test('says phrases in the reader’s own language', async () => {
    const { rerender } = await open(table({ chat: [line(1, 1), line(2, 2, { phrase: '_clap' })] }))
    const log = screen.getByRole('region', { name: 'Discussion' })
    expect(within(log).getAllByRole('listitem').map((one) => one.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      'I Inès Bonjour',
      'H Hugo bravo',
    ])
    await chooseLanguage('en')
    await rerender(table({ chat: [line(1, 1)] }))
    expect(screen.getByRole('button', { name: 'Inès: Hello' })).toBeInTheDocument()
    await chooseLanguage('fr')
  })

  test('one press says a phrase or a reaction', async () => {
    const { wire } = await open(table())
    await fireEvent.click(screen.getByRole('button', { name: 'Bien joué' }))
    await fireEvent.click(screen.getByRole('button', { name: 'cœur' }))
    expect(wire.sent).toEqual([
      { do: 'say', seat: 0, phrase: 'well_played' },
      { do: 'say', seat: 0, phrase: '_heart' },
    ])
  })

  test('takes lines of one’s own only where the host allows them', async () => {
    const view = table()
    const { wire, rerender } = await open(view)
    expect(screen.queryByRole('textbox')).toBeNull()
    await rerender({ ...view, options: { ...view.options, free_chat: true } })
    const field = screen.getByRole('textbox', { name: 'Ton message' })
    await fireEvent.input(field, { target: { value: '  Belle main ' } })
    await fireEvent.submit(field.closest('form') as HTMLFormElement)
    expect(wire.sent).toEqual([{ do: 'say', seat: 0, text: 'Belle main' }])
    await waitFor(() => expect(field).toHaveValue(''))
  })

  test('shows a line as text, whatever it holds', async () => {
    await open(table({ chat: [line(1, 1, { phrase: null, text: '<img src=x onerror=alert(1)>' })] }))
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument()
    expect(document.querySelector('img')).toBeNull()
  })

  test('says in place why a line was refused, and keeps it', async () => {
    const view = table()
    const { wire } = await open({ ...view, options: { ...view.options, free_chat: true } })
    wire.refuseWith(new Refused('chat_fast', 'Doucement.'))
    const field = screen.getByRole('textbox', { name: 'Ton message' })
    await fireEvent.input(field, { target: { value: 'encore' } })
    await fireEvent.submit(field.closest('form') as HTMLFormElement)
    expect(await screen.findByRole('alert')).toHaveTextContent('Doucement.')
    expect(field).toHaveValue('encore')
  })

  test('counts what came while it was closed, and tells it once', async () => {
    const view = table({ chat: [line(1, 1)] })
    const { live } = liveTable()
    const { rerender } = render(Chat, { live, view })
    expect(screen.getByRole('button', { name: 'Discussion' })).toBeInTheDocument() // older lines are no news
    const next = { ...view, chat: [...view.chat, line(2, 0), line(3, 2, { phrase: 'thanks' })] }
    await rerender({ live, view: next })
    expect(screen.getByRole('button', { name: 'Discussion, 1 message non lu' })).toBeInTheDocument()
    expect(screen.getByText(/^Hugo.: Merci$/)).toBeInTheDocument()
    expect(spoken.text).toBe('Hugo\u00a0: Merci')
    spoken.text = ''
    await rerender({ live, view: { ...next } })
    expect(spoken.text).toBe('')
    await fireEvent.click(screen.getByRole('button', { name: /non lu/ }))
    await fireEvent.click(screen.getByRole('button', { name: 'Fermer' }))
    expect(screen.getByRole('button', { name: 'Discussion' })).toHaveFocus()
  })

  test('hides a speaker’s lines here alone, and shows them again', async () => {
    const view = table({ is_host: false, chat: [line(1, 1), line(2, 2)] })
    const { wire, rerender } = await open(view)
    await fireEvent.click(screen.getByRole('button', { name: 'Inès\u00a0: Bonjour' }))
    expect(screen.queryByRole('button', { name: 'Retirer la parole' })).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Masquer pour moi' }))
    await rerender({ ...view, chat: [...view.chat, line(3, 1, { phrase: 'bye' })] })
    const log = within(screen.getByRole('region', { name: 'Discussion' }))
    expect(log.queryByText('À bientôt')).toBeNull()
    expect(spoken.text).toBe('')
    expect(wire.sent).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Afficher Inès' }))
    expect(log.getByText('À bientôt')).toBeInTheDocument()
  })

  test('the host silences a speaker, also one who changed the seat, and lets them speak again', async () => {
    const view = table({ chat: [line(1, 2, { name: 'Inès' })] })
    const { wire, rerender } = await open(view)
    await fireEvent.click(screen.getByRole('button', { name: 'Inès\u00a0: Bonjour' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Retirer la parole' }))
    await rerender({ ...view, seats: view.seats.map((seat, place) => ({ ...seat, is_muted: place === 1 })) })
    await fireEvent.click(screen.getByRole('button', { name: 'Inès\u00a0: Bonjour' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Rendre la parole' }))
    expect(wire.sent).toEqual([
      { do: 'mute', seat: 1, is_muted: true },
      { do: 'mute', seat: 1, is_muted: false },
    ])
  })

  test('who may not speak reads, and is told why', async () => {
    const view = table()
    const { rerender } = await open({ ...view, you: null, yours: [] })
    expect(screen.getByText('Seules les personnes assises parlent à la table.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Bonjour' })).toBeNull()
    await rerender({ ...view, seats: view.seats.map((seat) => ({ ...seat, is_muted: true })) })
    expect(screen.getByText(/L’hôte t’a retiré la parole/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Bonjour' })).toBeNull()
  })

  test('Escape closes it, and its keys never reach the table', async () => {
    await open(table())
    await fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
