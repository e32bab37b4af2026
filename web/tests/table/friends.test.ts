import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { spoken } from '../../src/announce.svelte'
import { chooseLanguage, loadWords } from '../../src/language.svelte'
import { loadTable } from '../../src/table/boards'
import Table from '../../src/table/Table.svelte'
import type { RoomView } from '../../src/wire/protocol.gen'
import { socket } from '../../src/wire/socket.svelte'
import { preferences } from '../../src/preferences.svelte'
import { serve } from '../server'
import { friends, passed, watched } from './friends'
import { HAND, hand, jungo, jungoRoom } from './jungo/table'
import { closed, FakeWire, liveTable, skyjo } from './table'

await loadTable('jungo')

let wire: FakeWire
let clock: number

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()

async function show(view: RoomView) {
  render(Table, { room: 'r1' })
  await tick()
  wire.update(view)
  await tick()
}
async function change(view: RoomView, isLate = false) {
  wire.update(view, [], isLate)
  await tick()
}
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(async () => {
  await chooseLanguage('fr')
  vi.restoreAllMocks()
  sessionStorage.clear()
  clock = 1_000
  wire = new FakeWire()
  vi.spyOn(socket, 'follow').mockImplementation((stream, follower) => wire.follow(stream, follower))
  vi.spyOn(socket, 'send').mockImplementation((stream, command) => wire.send(stream, command as never))
  vi.spyOn(socket, 'now').mockImplementation(() => clock)
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('several on one device', () => {
  const secret = jungo({ hands: [hand(HAND), hand('7 7 8'), hand('. . . .'), hand('. . 4 .')], turn: 1 })
  const ines = () => passed(friends({ ...jungoRoom({}, ['draw']), table: secret, wait: { seats: [1], until: null, why: 'move' } }), 1)
  const lea = () => passed(friends({ ...jungoRoom({}, ['draw']), table: { ...secret, turn: 0 } }), 0)

  it('find a curtain first, with nothing of the hand on the page before it is lifted', async () => {
    await show(ines())
    expect(screen.getByRole('heading', { name: 'Passe l’appareil à Inès' })).toHaveFocus()
    expect(document.querySelector('.board, [data-card], [data-place]')).toBeNull()
    expect(document.body.innerHTML).not.toMatch(/card (jungo|ptit)/)
    await click(/Je suis Inès/)
    expect(document.querySelectorAll('[data-card]')).toHaveLength(3)
  })

  it('keep the focus where it is while words of other parts arrive', async () => {
    await show(ines())
    const lift = screen.getByRole('button', { name: /Je suis Inès/ })
    lift.focus()
    await loadWords('told')
    await tick()
    expect(lift).toHaveFocus()
  })

  it('find another between two hands, and none when the same one plays on', async () => {
    await show(ines())
    await click(/Je suis Inès/)
    await change(ines())
    expect(document.querySelectorAll('[data-card]')).toHaveLength(3)
    await change(lea())
    expect(screen.getByRole('heading', { name: 'Passe l’appareil à Léa' })).toHaveFocus()
    expect(document.querySelector('[data-card]')).toBeNull()
    expect(spoken.text).toBe('Passe l’appareil à Léa')
  })

  it('are offered nothing and hinted nothing behind it', async () => {
    const { live, wire: own } = liveTable(ines())
    expect(live.veiled).toBe(1)
    expect(live.legal).toEqual([])
    live.act('draw')
    await live.askHint()
    expect([own.sent, own.hinted]).toEqual([[], []])
    live.unveil()
    expect(live.legal).toEqual(['draw'])
    live.act('draw')
    expect(own.sent).toHaveLength(1)
  })

  it('do not lift it by a second tap of the one before', async () => {
    await show(ines())
    await fireEvent.click(screen.getByRole('button', { name: /Je suis Inès/ }), { detail: 1 })
    expect(screen.getByRole('heading', { name: 'Passe l’appareil à Inès' })).toBeInTheDocument()
  })

  it('need none where nobody has a hand, nor where the cards lie open', async () => {
    expect(liveTable(passed(friends({}, ['draw']), 1)).live.veiled).toBeNull()
    expect(liveTable(passed({ ...ines(), stage: 'scores' }, 1)).live.veiled).toBeNull()
    expect(liveTable({ ...ines(), yours: [1] }).live.veiled).toBeNull()
  })

  it('answer each seat’s decision, though two have the same number', () => {
    const { live, wire: own } = liveTable(passed(friends({}, ['draw']), 0))
    live.act('draw')
    own.update(passed(friends({}, ['draw']), 1))
    live.act('draw')
    expect(own.sent.map((command) => 'seat' in command && command.seat)).toEqual([0, 1])
  })

  it('give a salt each, and are ready together with one tap', async () => {
    const salt = { stage: 'salt', table: null, wait: { seats: [0, 1], until: 5, why: 'salt' } }
    const { wire: own } = liveTable(passed(friends(salt), 0))
    expect(own.sent).toMatchObject([{ do: 'salt', seat: 0 }, { do: 'salt', seat: 1 }])
    expect(new Set(own.sent.map((command) => 'salt' in command && command.salt)).size).toBe(2)
    await show(passed(friends({ ...closed(), wait: { seats: [0, 1, 2], until: 1_030, why: 'ready', then: 'next' } }), 0))
    await click('Manche suivante')
    expect(wire.sent).toEqual([
      { do: 'ready', round: 3, seat: 0 },
      { do: 'ready', round: 3, seat: 1 },
    ])
  })
})

describe('a pause', () => {
  it('is asked for in the menu', async () => {
    await show(friends())
    await click('Menu')
    await click('Demander une pause')
    expect(wire.sent).toEqual([{ do: 'pause', seat: 0, wish: true }])
  })

  it('that others wish for is named, and agreed to with one tap', async () => {
    await show(friends({}, [], { 1: { wishes_pause: true } }))
    expect(screen.getByText('Inès aimerait une pause.')).toBeInTheDocument()
    await click('D’accord')
    expect(wire.sent).toEqual([{ do: 'pause', seat: 0, wish: true }])
  })

  it('that one wishes for oneself names who must agree, and can be withdrawn', async () => {
    await show(friends({}, [], { 0: { wishes_pause: true }, 1: { wishes_pause: true } }))
    expect(plain(screen.getByText(/Tu aimerais une pause/).textContent)).toBe(
      'Tu aimerais une pause. On attend Hugo.',
    )
    await click('Annuler')
    expect(wire.sent).toEqual([{ do: 'pause', seat: 0, wish: false }])
  })

  it('takes the place of the board until one goes on', async () => {
    await show(friends({ is_paused: true, wait: { seats: [], until: null, why: 'paused' } }, [], { 0: { wishes_pause: true } }))
    expect(screen.queryByRole('grid')).toBeNull()
    await click('Reprendre la partie')
    expect(wire.sent).toEqual([{ do: 'pause', seat: 0, wish: false }])
    await change(friends())
    expect(screen.getByRole('grid')).toBeInTheDocument()
  })
})

describe('who only looks on', () => {
  it('is told so, and how late the view is', async () => {
    await show(watched(friends({ options: { delay: 30 } })))
    expect(plain(screen.getByText(/Tu regardes/).textContent)).toBe('Tu regardes. Tu vois la partie avec 30 secondes de retard.')
    expect(screen.queryByRole('button', { name: /Prendre/ })).toBeNull()
    await change(watched(friends({ options: { delay: 120 } })))
    expect(screen.getByText(/2 minutes/)).toBeInTheDocument()
  })

  it('takes a bot’s seat where the host allows it, under the own name', async () => {
    const asked = serve({ '/api/me': () => ({ name: 'Marie' }) })
    preferences.name = 'Marie'
    await show(watched(friends({ options: { joins_bots: true } })))
    await click('Remplacer Karim')
    await vi.waitFor(() => expect(wire.sent).toEqual([{ do: 'sit', seat: 3 }]))
    expect(asked).toMatchObject([{ method: 'PUT', body: { name: 'Marie' } }])
  })

  it('is asked for a name where none was given yet', async () => {
    serve({ '/api/me': () => ({ name: 'Marie' }) })
    preferences.name = ''
    await show(watched(friends({ options: { joins_bots: true } })))
    await click('Remplacer Karim')
    await fireEvent.input(await screen.findByRole('textbox'), { target: { value: 'Marie' } })
    expect(wire.sent).toEqual([])
    await click('M’asseoir')
    await vi.waitFor(() => expect(wire.sent).toEqual([{ do: 'sit', seat: 3 }]))
    expect(preferences.name).toBe('Marie')
  })

  it('chooses one of several', async () => {
    serve({ '/api/me': () => ({ name: 'Marie' }) })
    preferences.name = 'Marie'
    await show(watched(friends({ options: { joins_bots: true } }, [], { 2: { kind: 'bot' } })))
    await click('Prendre une place')
    const [first] = await screen.findAllByRole('button', { name: 'Prendre cette place' })
    await fireEvent.click(first as HTMLElement)
    await vi.waitFor(() => expect(wire.sent).toEqual([{ do: 'sit', seat: 2 }]))
  })

  it('can neither ask for a hint nor for a pause nor leave', async () => {
    await show(watched(friends()))
    expect(screen.queryByRole('button', { name: 'Conseil' })).toBeNull()
    await click('Menu')
    expect(screen.queryByRole('button', { name: 'Demander une pause' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Laisser ma place' })).toBeNull()
  })
})

describe('the host', () => {
  const people = async (view = friends()) => {
    await show(view)
    await click('Menu')
    await click('Autour de la table')
    await screen.findByRole('heading', { name: 'Autour de la table' })
  }

  it('lets a bot play, silences, hands over and removes', async () => {
    await people()
    for (const [button, sent] of [
      ['Laisser un robot jouer', { do: 'substitute', seat: 1 }],
      ['Retirer la parole', { do: 'mute', seat: 1, is_muted: true }],
    ] as const) {
      await click(/^Inès.* que faire/)
      await click(button)
      expect(wire.sent.pop()).toEqual(sent)
    }
    for (const [button, sure, sent] of [
      ['Confier le rôle d’hôte', 'Confier le rôle d’hôte', { do: 'hand_over', seat: 1 }],
      ['Retirer de la table', 'Retirer', { do: 'remove', seat: 1 }],
    ] as const) {
      await click(/^Inès.* que faire/)
      await click(button)
      expect(wire.sent).toEqual([])
      expect(screen.getByRole('button', { name: 'Annuler' })).toHaveFocus()
      await click(sure)
      expect(wire.sent.pop()).toEqual(sent)
    }
  })

  it('says what the table allows', async () => {
    await people()
    await fireEvent.click(screen.getByRole('switch', { name: /Fermée/ }))
    expect(wire.sent.pop()).toEqual({ do: 'allow', options: { ...friends().options, is_locked: true } })
  })

  it('offers a seat to another device, one’s own or that of a dead phone', async () => {
    await people()
    for (const [who, button, seat] of [
      [/^Inès.* que faire/, 'Donner la place à un autre appareil', 1],
      [/^Léa.* que faire/, 'Continuer sur un autre appareil', 0],
    ] as const) {
      await click(who)
      await click(button)
      await vi.waitFor(() => expect(wire.sent.pop()).toMatchObject({ do: 'offer', seat }))
      const dialog = screen.getByRole('dialog')
      await fireEvent.keyDown(dialog, { key: 'Escape' }) // is the dialog's own, and closes nothing else
      await fireEvent(dialog, new Event('cancel', { cancelable: true }))
    }
  })

  it('is told what to do about who keeps the table waiting without a clock', async () => {
    await show(friends({ table: skyjo({ turn: 1 }), wait: { seats: [1], until: null, why: 'move' } }))
    expect(screen.queryByText('Inès se fait attendre.')).toBeNull()
    vi.useFakeTimers()
    clock += 61
    await change(friends({ table: skyjo({ turn: 1 }), wait: { seats: [1], until: null, why: 'move' } }, [], { 2: { is_here: false } }))
    expect(screen.getByText('Inès se fait attendre.')).toBeInTheDocument()
    await click('Laisser un robot jouer')
    expect(wire.sent).toEqual([{ do: 'substitute', seat: 1 }])
  })

  it('is alone in this', async () => {
    await people({ ...friends({}, [], { 0: { is_host: false }, 1: { is_host: true } }), is_host: false })
    expect(screen.queryByRole('button', { name: /^Inès.* que faire/ })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.getByText('hôte')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Lien de la table' })).toHaveValue('http://localhost:3000/table/r1')
  })
})

describe('the rules', () => {
  it('are one tap away, over the table, exactly these', async () => {
    const asked = serve({ '/api/rules/skyjo': () => ({ title: 'Skyjo', intro: 'Peu de points.', sections: [], tips: { title: '', items: [] } }) })
    await show(friends({ code: 'SKYJO-2K' }))
    await click('Règles de cette partie')
    expect(await screen.findByText('Peu de points.')).toBeInTheDocument()
    expect(asked[0]?.path).toContain('code=SKYJO-2K')
    expect(screen.getByRole('grid', { hidden: true })).toBeInTheDocument()
  })
})

describe('who was away', () => {
  it('takes the seat back', async () => {
    await show(friends({}, [], { 0: { is_away: true } }))
    await click('Reprendre ma place')
    expect(wire.sent).toEqual([{ do: 'return', seat: 0 }])
  })

  it('takes it back between rounds too, and where another of the device plays', async () => {
    await show(friends(closed(), [], { 0: { is_away: true } }))
    await click('Reprendre ma place')
    expect(wire.sent.pop()).toEqual({ do: 'return', seat: 0 })
    await change(passed(friends({}, [], { 1: { is_away: true } }), 0))
    await click('Reprendre ma place')
    expect(wire.sent.pop()).toEqual({ do: 'return', seat: 1 })
  })

  it('is seen by the others: dimmed, with a sign and a word, and said', async () => {
    await show(friends({}, [], { 1: { is_here: false }, 2: { is_away: true } }))
    expect(screen.getByRole('img', { name: /^Inès.*n’est plus en ligne/ })).toHaveTextContent('revient…')
    expect(screen.getByRole('img', { name: /^Hugo.*un robot joue/ })).toHaveTextContent('robot')
  })

  it('is told what happened meanwhile, after a lost connection and after a reload', async () => {
    const later = (turns: number) => friends({ table: skyjo({ turns }) })
    const { live, wire: own, stop } = liveTable(later(4))
    own.update(later(9), [], true)
    expect(plain(live.news)).toBe('Pendant ce temps : 5 tours ont été joués.')
    own.update(later(10), [{ what: 'draw', seat: 1 }])
    expect(live.missed).toBe('')
    stop()
    const again = liveTable(later(12))
    expect(plain(again.live.missed)).toBe('Pendant ce temps : 2 tours ont été joués.')
  })

  it('reads it between rounds too', async () => {
    await show(friends())
    await change(friends(closed()), true)
    expect(plain(screen.getByText(/Pendant ce temps/).textContent)).toContain('1 manche s’est finie')
  })
})

describe('between rounds', () => {
  it('names who is not ready yet, and when it goes on', async () => {
    await show(friends({ ...closed(), wait: { seats: [1, 2], until: 1_024, why: 'ready', then: 'next' } }))
    expect(plain(document.querySelector('.await')?.textContent)).toBe('On attend Inès et Hugo. Puis la manche commence. 0:24')
    await click('Manche suivante')
    expect(wire.sent).toEqual([])
  })
})

describe('after the game', () => {
  const over = (more: Partial<RoomView> = {}) => friends(closed({ stage: 'over', ranks: [3, 2, 1, 4], end_reason: 'points', wait: null, ...more }))

  it('the host plays on with the same people, or gathers anew', async () => {
    await show(over())
    await click('Rejouer')
    expect(wire.sent.pop()).toEqual({ do: 'again', number: 1 })
    await click('Changer de joueurs ou de réglages')
    expect(wire.sent.pop()).toEqual({ do: 'gather', number: 1 })
  })

  it('the others read who can do so', async () => {
    const view = over()
    const seats = view.seats.map((seat, place) => ({ ...seat, is_host: place === 1 }))
    await show({ ...view, seats, is_host: false })
    expect(screen.getByText('Inès peut relancer une partie.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rejouer' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Mes parties' })).toHaveAttribute('href', '/tables')
  })

  it('the proof claims no more than it can', async () => {
    await show(over())
    const proof = screen.getByRole('heading', { name: 'Un mélange honnête' }).parentElement as HTMLElement
    expect(plain(within(proof).getByText(/Le mélange/).textContent)).toBe(
      'Le mélange était fixé avant la première carte et n’a pas changé : vérifie.',
    )
  })
})
