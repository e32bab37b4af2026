import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { spoken } from '../../src/announce.svelte'
import { Refused } from '../../src/refused'
import { loadLater } from '../../src/lobby/later'
import Lobby from '../../src/lobby/Lobby.svelte'
import { network } from '../../src/network.svelte'
import { preferences } from '../../src/preferences.svelte'
import type { RoomView } from '../../src/wire/protocol.gen'
import { ANSWERS, serve, type Asked } from '../server'
import { liveTable } from '../table/table'
import { bot, LEA, lobby, ME, open, person } from './gathering'

const TEXT = { title: 'Skyjo', intro: 'Le moins de points gagne.', sections: [], tips: { title: 'Astuces', items: [] } }
let asked: Asked[]

beforeEach(() => {
  network.reached()
  preferences.name = ''
  spoken.text = ''
  asked = serve({ ...ANSWERS, '/api/me': () => ({}), '/api/rules/skyjo': () => TEXT })
})

async function show(view: RoomView) {
  const { live, wire } = liveTable()
  const { rerender } = render(Lobby, { live, view })
  await waitFor(() => expect(asked.some(({ path }) => path.startsWith('/api/games'))).toBe(true))
  await loadLater() // the dialogs, which come after the first look
  await tick()
  return { live, wire, rerender: (next: RoomView) => rerender({ live, view: next }) }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const actions = (name: string) => fireEvent.click(button(`${name}\u00a0: que faire`))
const rows = () => [...document.querySelectorAll('.seat')].map((row) => row.textContent.replace(/\s+/g, ' ').trim())

describe('who comes by the link', () => {
  test('sees whose table it is and what is played, and sits down with one button and a name', async () => {
    const { wire } = await show(lobby([LEA, open, open, bot('Hugo')]))
    expect(screen.getByRole('heading', { name: 'Chez Léa' })).toBeInTheDocument()
    expect(screen.getByText('Skyjo · 2 places libres')).toBeInTheDocument()
    expect(screen.getByText('règles officielles')).toBeInTheDocument()
    await fireEvent.click(screen.getAllByRole('button', { name: 'M’asseoir' }).at(-1) as HTMLElement)
    const dialog = within(screen.getByRole('dialog', { name: /Comment t’appelles-tu/ }))
    await fireEvent.input(dialog.getByRole('textbox', { name: 'Ton nom' }), { target: { value: ' Inès ' } })
    await fireEvent.click(dialog.getByRole('button', { name: 'M’asseoir' }))
    await waitFor(() => expect(wire.sent).toEqual([{ do: 'sit', seat: 1 }]))
    expect(asked).toContainEqual(expect.objectContaining({ method: 'PUT', body: { name: 'Inès' } }))
    expect(preferences.name).toBe('Inès')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('who has a name sits down at once, where they like', async () => {
    preferences.name = 'Inès'
    const { wire } = await show(lobby([LEA, open, open]))
    await fireEvent.click(screen.getAllByRole('button', { name: 'M’asseoir' })[1] as HTMLElement)
    await waitFor(() => expect(wire.sent).toEqual([{ do: 'sit', seat: 2 }]))
  })

  test('a refused seat says why in place', async () => {
    preferences.name = 'Inès'
    const { wire } = await show(lobby([LEA, open]))
    wire.refuseWith(new Refused('seat_taken', 'La place est prise.'))
    await fireEvent.click(screen.getAllByRole('button', { name: 'M’asseoir' })[0] as HTMLElement)
    expect(await screen.findByRole('alert')).toHaveTextContent('La place est prise.')
  })

  test('is told why there is no seat', async () => {
    const view = lobby([LEA, bot('Hugo')])
    const { rerender } = await show(view)
    expect(screen.getByText('La table est complète\u00a0: tu peux regarder.', { normalizer: (text) => text })).toBeInTheDocument()
    await rerender({ ...lobby([LEA, open]), options: { is_locked: true } })
    expect(screen.getByText(/La table est fermée/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'M’asseoir' })).toBeNull()
  })
})

describe('who sits', () => {
  const view = lobby([LEA, person('Inès', { is_you: true }), open, person('Karim', { is_ready: true })])

  test('says that all is well, and takes it back', async () => {
    const { wire, rerender } = await show(view)
    await fireEvent.click(button('C’est bon pour moi'))
    await rerender(lobby([LEA, person('Inès', { is_you: true, is_ready: true }), open]))
    await fireEvent.click(button('Attendre encore'))
    expect(wire.sent).toEqual([
      { do: 'ready', round: 0, seat: 1, is_ready: true },
      { do: 'ready', round: 0, seat: 1, is_ready: false },
    ])
    expect(screen.getByText('Léa peut commencer.')).toBeInTheDocument()
  })

  test('chooses a colour that nobody has', async () => {
    preferences.name = 'Inès'
    const { wire } = await show(view)
    await actions('Inès')
    expect(screen.getByRole('radio', { name: 'prune, prise' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'brique' })).toBeEnabled() // only an empty seat has it
    await fireEvent.click(screen.getByRole('radio', { name: 'rose' }))
    expect(wire.sent).toEqual([{ do: 'colour', seat: 1, colour: 4 }])
  })

  test('takes another name, moves, and stands up', async () => {
    preferences.name = 'Inès'
    const { wire } = await show(view)
    await actions('Inès')
    await fireEvent.click(button('Changer mon nom'))
    const dialog = within(screen.getByRole('dialog'))
    await fireEvent.input(dialog.getByRole('textbox'), { target: { value: 'Ines' } })
    await fireEvent.click(dialog.getByRole('button', { name: 'C’est mon nom' }))
    await waitFor(() => expect(preferences.name).toBe('Ines'))
    await actions('Place 3')
    await fireEvent.click(button('M’asseoir ici'))
    await waitFor(() => expect(wire.sent).toEqual([{ do: 'sit', seat: 2 }]))
    await actions('Inès')
    await fireEvent.click(button('Me lever'))
    await waitFor(() => expect(wire.sent).toHaveLength(2))
    expect(wire.sent[1]).toEqual({ do: 'leave', seat: 1 })
  })

  test('seats somebody else on this device, and says for both that all is well', async () => {
    const { wire, rerender } = await show(view)
    await actions('Place 3')
    await fireEvent.click(button('Quelqu’un d’autre ici'))
    const dialog = within(screen.getByRole('dialog', { name: /Qui joue avec toi/ }))
    await fireEvent.input(dialog.getByRole('textbox', { name: 'Son nom' }), { target: { value: 'Zoé' } })
    await fireEvent.click(dialog.getByRole('button', { name: 'Donner cette place' }))
    await waitFor(() => expect(wire.sent).toEqual([{ do: 'sit', seat: 2, name: 'Zoé' }]))
    await rerender(lobby([LEA, person('Inès', { is_you: true }), person('Zoé', { is_you: true })]))
    await fireEvent.click(button('C’est bon pour nous'))
    await waitFor(() => expect(wire.sent).toHaveLength(3))
  })

  test('may not do what is the host’s', async () => {
    await show(view)
    expect(screen.queryByRole('button', { name: /Karim.*que faire/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Réglages' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Ce que la table permet' })).toBeNull()
  })

  test('reads the rules one tap away, without leaving the table', async () => {
    await show(view)
    await fireEvent.click(button('Les règles'))
    expect(await screen.findByText('Le moins de points gagne.')).toBeInTheDocument()
  })

  test('sees what changed in the rules, until it is read', async () => {
    const view = lobby([LEA, person('Inès', { is_you: true }), bot('Hugo')])
    const { rerender } = await show(view)
    await waitFor(() => expect(rows()[2]).toContain('Posé')) // the schema is there
    await rerender({ ...view, code: 'SKYJO-X', settings: { ...view.settings, rows: 4, penalty: 'none' } })
    expect(document.querySelector('.tags')).toHaveTextContent(/Lignes.: 4.*Pénalité.: aucune/)
    expect(document.querySelector('.changed')).toHaveTextContent(/Les règles ont changé.: Lignes.: 4 et Pénalité.: aucune\./)
    expect(spoken.text).toContain('Les règles ont changé')
    await fireEvent.click(button('Fermer'))
    expect(document.querySelector('.changed')).toBeNull()
  })

  test('sees who sits where and how', async () => {
    await show(lobby([LEA, person('Inès', { is_you: true }), bot('Hugo'), person('Karim', { is_here: false })]))
    await waitFor(() => expect(rows()[2]).toBe('H Hugo robot, Posé'))
    expect(rows()).toEqual(['L Léa hôte', 'I Inès toi pas encore', 'H Hugo robot, Posé', 'K Karim revient…'])
  })
})

describe('the host', () => {
  const view = lobby([ME, person('Inès', { is_ready: true }), open, bot('Hugo')])

  test('begins once all say that all is well, and is told what is missing', async () => {
    const { wire, rerender } = await show(lobby([ME, open, open]))
    expect(screen.getByText(/Il manque 1 personne/)).toBeInTheDocument()
    expect(button('Commencer la partie')).toHaveAttribute('aria-disabled', 'true')
    await fireEvent.click(button('Commencer la partie'))
    await rerender(lobby([ME, person('Inès'), open]))
    expect(screen.getByText('On attend Inès.')).toBeInTheDocument()
    await fireEvent.click(button('Commencer la partie'))
    expect(wire.sent).toEqual([])
    await rerender(view)
    expect(screen.getByText('La place libre tombera au début.')).toBeInTheDocument()
    await fireEvent.click(button('Commencer la partie'))
    expect(wire.sent).toEqual([{ do: 'start' }])
  })

  test('is asked who begins where the settings leave it to the table (J3)', async () => {
    const { wire } = await show({ ...view, asks_first: true })
    await fireEvent.click(button('Commencer la partie'))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getAllByRole('radio').map((one) => one.closest('label')?.textContent.trim())).toEqual(['Léa', 'Inès', 'Hugo', 'Personne'])
    await fireEvent.click(dialog.getByRole('radio', { name: 'Hugo' }))
    await fireEvent.click(dialog.getByRole('button', { name: 'Commencer' }))
    expect(wire.sent).toEqual([{ do: 'start', first: 3 }]) // the free seat before it is counted
  })

  test('adds a bot whose name nobody has, changes how it plays, and frees its seat', async () => {
    const { wire } = await show(view)
    await waitFor(() => expect(rows()[3]).toContain('Posé'))
    await actions('Place 3')
    await fireEvent.click(button('Ajouter un robot'))
    await actions('Hugo')
    await fireEvent.click(screen.getByRole('radio', { name: 'Gourmand' }))
    await fireEvent.click(button('Libérer la place'))
    await waitFor(() => expect(wire.sent).toHaveLength(3))
    expect(wire.sent).toEqual([
      { do: 'set_seat', seat: 2, kind: 'bot', bot: 'steady', name: 'Karim' },
      { do: 'set_seat', seat: 3, kind: 'bot', bot: 'greedy', name: 'Hugo' },
      { do: 'set_seat', seat: 3, kind: 'open' },
    ])
  })

  test('sets the number of seats and their order', async () => {
    const { wire } = await show(view)
    await fireEvent.click(button('Une place de plus'))
    await actions('Inès')
    await fireEvent.click(button('Une place plus tard'))
    await waitFor(() => expect(button('Place 3\u00a0: que faire')).toHaveAttribute('aria-expanded', 'true'))
    await actions('Place 3')
    await actions('Inès')
    await fireEvent.click(button('Une place plus tôt'))
    expect(wire.sent).toEqual([
      { do: 'set_seats', seats: 5 },
      { do: 'swap', seat: 1, other: 2 },
      { do: 'swap', seat: 1, other: 0 },
    ])
  })

  test('changes the settings for everybody', async () => {
    const { wire } = await show(view)
    await waitFor(() => expect(button('Réglages')).toHaveAttribute('aria-disabled', 'false'))
    await fireEvent.click(button('Réglages'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Changer les réglages' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Code des réglages' })).toHaveValue('SKYJO'))
    await fireEvent.click(dialog.getByRole('button', { name: 'Doux' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Prendre ces réglages' })).toHaveAttribute('aria-disabled', 'false'))
    await fireEvent.click(dialog.getByRole('button', { name: 'Prendre ces réglages' }))
    expect(wire.sent).toMatchObject([{ do: 'change', settings: { penalise_tie: false, end: 'points(100)' } }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('says what the table allows', async () => {
    const { wire } = await show(view)
    await fireEvent.click(screen.getByRole('switch', { name: 'Fermée' }))
    await fireEvent.click(screen.getByRole('switch', { name: 'Messages libres' }))
    await fireEvent.click(button('Plus de retard'))
    await fireEvent.click(screen.getByRole('radio', { name: 'Calme' }))
    const none = { is_public: false, is_locked: false, joins_bots: false, free_chat: false, delay: 0 }
    expect(wire.sent).toEqual([
      { do: 'allow', options: { ...none, is_locked: true } },
      { do: 'allow', options: { ...none, free_chat: true } },
      { do: 'allow', options: { ...none, delay: 30 } },
      { do: 'pace', pace: 'calm' },
    ])
  })

  test('hands over, silences, and sends away after asking back', async () => {
    const { wire } = await show(view)
    await actions('Inès')
    await fireEvent.click(button('Retirer la parole'))
    await fireEvent.click(button('Retirer de la table'))
    expect(screen.getByText('Inès ne pourra plus revenir à cette table.')).toBeInTheDocument()
    expect(button('Annuler')).toHaveFocus()
    await fireEvent.click(button('Retirer'))
    await waitFor(() => expect(button('Inès\u00a0: que faire')).toHaveFocus())
    await actions('Inès')
    await fireEvent.click(button('Confier le rôle d’hôte'))
    expect(wire.sent).toEqual([
      { do: 'mute', seat: 1, is_muted: true },
      { do: 'remove', seat: 1 },
      { do: 'hand_over', seat: 1 },
    ])
  })

  test('a refusal stands beside its cause', async () => {
    const { wire } = await show(view)
    wire.refuseWith(new Refused('host_stays', 'L’hôte reste.'))
    await actions('Inès')
    await fireEvent.click(button('Confier le rôle d’hôte'))
    const alert = await screen.findByRole('alert')
    expect(alert.closest('li')?.previousElementSibling).toHaveTextContent('Inès')
  })

  test('without a name is asked for one', async () => {
    await show(lobby([person(null, { is_host: true, is_you: true }), open]))
    await fireEvent.click(button('Dire mon nom'))
    expect(screen.getByRole('dialog', { name: /Comment t’appelles-tu/ })).toBeInTheDocument()
  })
})

describe('inviting', () => {
  test('shows the short code, the link, and the QR code when it is asked for', async () => {
    await show(lobby([ME, open]))
    expect(screen.getByText('K7M 2QX')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Lien de la table' })).toHaveValue(`${location.origin}/table/r1`)
    if (!screen.queryByRole('button', { name: 'Ranger le code QR' })) await fireEvent.click(button('Montrer le code QR'))
    expect(await screen.findByRole('img', { name: /Code QR du lien/ })).toBeInTheDocument()
    await fireEvent.click(button('Ranger le code QR'))
    expect(screen.queryByRole('img')).toBeNull()
  })
})
