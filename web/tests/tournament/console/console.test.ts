import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadWords } from '../../../src/language.svelte'
import { proofOf } from '../../../src/lobby/proof'
import { network } from '../../../src/network.svelte'
import Console from '../../../src/tournament/console/Console.svelte'
import Discipline from '../../../src/tournament/console/Discipline.svelte'
import Journal from '../../../src/tournament/console/Journal.svelte'
import { addressOf, offerRole, offerTables, tableTokens, tokensOf } from '../../../src/tournament/console/links'
import Ranks from '../../../src/tournament/console/Ranks.svelte'
import Rules from '../../../src/tournament/console/Rules.svelte'
import Sharing from '../../../src/tournament/console/Sharing.svelte'
import type { EntrySeen, TournamentView } from '../../../src/tournament/wire'
import { GAME, serve } from '../../server'
import { line, player, round, stage, table } from '../tournaments'
import { sit } from './desk'

const STREAM = 't12345678901234567890'
const HOST = { roles: ['organiser', 'person'], players: [], tables: [], written: [], raised: [] }

beforeEach(async () => {
  await Promise.all(['console', 'standing', 'lobby', 'sheet', 'sheets'].map(loadWords))
  network.reached()
})

function open(changes: Partial<TournamentView> = {}) {
  const at = sit(changes)
  const page = render(Console, { live: at.live, view: at.desk.view })
  return { ...at, again: (now: Partial<TournamentView>) => page.rerender({ live: at.live, view: at.tell(now) }) }
}
const next = () => document.querySelector('[data-step]') as HTMLElement
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('what is next', () => {
  test('is one sentence with one blue button', () => {
    open({ players: [player(0), player(1), player(2, { is_here: false })] })
    expect(next()).toHaveTextContent('3 inscrits, 1 pas encore arrivé.')
    expect(document.querySelectorAll('.button.primary')).toHaveLength(1)
    expect(document.querySelector('.button.primary')).toHaveTextContent('Tirer les tables')
  })

  test('is done by that button: draw, show, begin, with a clock that only informs', async () => {
    const at = open()
    await press('Tirer les tables')
    expect(at.sent[0]).toMatchObject({ do: 'draw_stage' })
    const tables = [table(1, [0, 1, 2, 3, 4]), table(2, [5, 6, 7, 8])]
    await at.again({ stages: [stage([round(1, tables, { is_begun: false })], { is_shown: false })] })
    expect(next()).toHaveTextContent(/Qualification.*9 joueurs.*1 table de 5 et 1 de 4, aucune revanche\./)
    await press('Tirer à nouveau')
    await press('Montrer à tous')
    await at.again({ stages: [stage([round(1, tables, { is_begun: false })])], missing: [{ stage: 1, round: 1, table: 1, why: 'result' }] })
    for (let press_ = 0; press_ < 3; press_ += 1) await press('Plus de minutes')
    await press('Lancer la manche 1')
    expect(at.sent.slice(1)).toMatchObject([
      { do: 'draw_stage' },
      { do: 'show_draw' },
      { do: 'begin_round', stage: 1, round: 1, seconds: 900 },
    ])
  })

  test('says why the server refuses, beside the button', async () => {
    const at = open()
    at.refuse('draw_stage', 'Il manque deux acceptations.')
    await press('Tirer les tables')
    expect(await screen.findByRole('alert')).toHaveTextContent('Il manque deux acceptations.')
  })

  test('of all who accepted on paper is said on purpose, and noted for each by name (T11)', async () => {
    const at = open({ players: [player(0), player(1, { accepted: null }), player(2, { accepted: null })] })
    expect(next()).toHaveTextContent('2 personnes n’ont pas encore accepté le règlement.')
    await press('Tous l’ont accepté sur papier')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('Hugo')).toBeInTheDocument()
    expect(at.sent).toEqual([])
    await press('Oui, c’est noté pour tous')
    await waitFor(() => expect(at.sent).toHaveLength(1))
    expect(at.sent).toEqual([
      { do: 'accept', players: ['player-1', 'player-2'], version: 1 },
    ])
  })

  test('offers an arbiter nothing that only the organiser may do (T12)', () => {
    open({ you: { ...HOST, roles: ['arbiter', 'person'] } })
    expect(screen.queryByRole('button', { name: 'Tirer les tables' })).toBeNull()
    expect(screen.getByText('C’est à l’organisateur de continuer.')).toBeInTheDocument()
  })
})

const widen = (width: number) => {
  vi.stubGlobal('innerWidth', width)
  window.dispatchEvent(new Event('resize'))
}

test('a desk has two columns: the players or the tables stay open beside another section', () => {
  widen(1280)
  open()
  expect(screen.getByRole('heading', { name: 'Joueurs (9)' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Partage et impression' })).toBeInTheDocument()
  expect(screen.queryByRole('tab', { name: 'Joueurs' })).toBeNull()
})

test('on a phone every section is in sight, by press and by arrow keys', async () => {
  widen(360)
  serve({ [`/api/games/skyjo/tournament`]: () => ({ game: 'skyjo', settings: [], questions: [] }), [`/api/tournaments/${STREAM}/regulation`]: () => ({ title: 'Règlement du tournoi', version: 1, articles: [] }) })
  open()
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent?.trim())).toEqual(['Joueurs', 'Tables', 'Classement', 'Partage', 'Discipline', 'Règlement', 'Journal'])
  for (const tab of tabs) {
    await fireEvent.click(tab)
    expect(tab).toHaveAttribute('aria-selected', 'true')
  }
  await fireEvent.keyDown(tabs[6] as HTMLElement, { key: 'ArrowRight' })
  expect(tabs[0]).toHaveAttribute('aria-selected', 'true')
})

describe('ties and fields', () => {
  const two = [stage([round(1, [table(1, [0, 1])])])]
  test('a tie that tie-breaks have not decided is decided by tapping the players in order, all of them (G7)', async () => {
    const at = sit({ stages: two, ties: [{ stage: 1, players: ['player-0', 'player-1'], what: 'first', by_organiser: true }] })
    render(Ranks, { desk: at.desk, view: at.desk.view })
    await press('Hugo')
    await press('Fixer cet ordre')
    expect(at.sent).toEqual([])
    await press('Inès')
    await press('Fixer cet ordre')
    expect(at.sent).toEqual([{ do: 'settle_tie', players: ['player-1', 'player-0'] }])
  })

  test('a field that others would be in is kept, gets a seat more, or is played again, asked twice (T9)', async () => {
    const at = sit({ stages: [...two, stage([round(1, [table(1, [0, 1])])], { stage: 2, kind: 'final' })], fields: [{ stage: 2, out: ['player-0'], into: ['player-2'] }] })
    render(Ranks, { desk: at.desk, view: at.desk.view })
    expect(screen.getByText('Karim entrerait.')).toBeInTheDocument()
    expect(screen.getByText('Inès sortirait.')).toBeInTheDocument()
    await press('Ajouter Karim')
    await waitFor(() => expect(at.desk.isBusy).toBe(false))
    await press('Garder les qualifiés')
    await waitFor(() => expect(at.desk.isBusy).toBe(false))
    await press('Rejouer la phase')
    expect(at.sent).toHaveLength(2)
    await press('Effacer la phase et la rejouer')
    expect(at.sent).toEqual([
      { do: 'add_seat', stage: 2, player: 'player-2' },
      { do: 'keep_field', stage: 2 },
      { do: 'replay', stage: 2 },
    ])
  })

  test('the curtain hides the standings from all others', async () => {
    const at = sit({ stages: [stage([round(1, [table(1, [0, 1])])], { standing: [line(0, 1, 12), line(1, 2, 20)] })] })
    render(Ranks, { desk: at.desk, view: at.desk.view })
    expect(screen.getByRole('row', { name: /Inès/ })).toBeInTheDocument()
    await fireEvent.click(screen.getByRole('switch', { name: /Rideau/ }))
    expect(at.sent).toEqual([{ do: 'curtain', is_drawn: true }])
  })
})

describe('the disciplinary log', () => {
  const entry = (number: number, what: string, changes: Partial<EntrySeen> = {}): EntrySeen => ({
    ...{ number, at: 60, what, by: 'Camille', stage: 1, round: 1, table: 1, players: ['player-0'], facts: '', decision: '' },
    ...{ follows: null, stands: true },
    ...changes,
  })
  const stages = [stage([round(1, [table(1, [0, 1])])])]

  test('shows every entry with who and where, the open contestation to be decided or followed by a sanction (T7)', async () => {
    const at = sit({ stages, log: [entry(1, 'contestation', { facts: 'Carte vue.' })] })
    render(Discipline, { desk: at.desk, view: at.desk.view })
    const own = within(document.querySelector('[data-entry="1"]') as HTMLElement)
    expect(own.getByText(/table 1.*Camille/)).toBeInTheDocument()
    await press('Décider')
    await fireEvent.input(screen.getByLabelText('La décision'), { target: { value: 'Carte rendue.' } })
    await press('Noter la décision')
    expect(at.sent).toEqual([{ do: 'rule', entry: 1, decision: 'Carte rendue.' }])
    await waitFor(() => expect(screen.queryByLabelText('La décision')).toBeNull())
    await press('Sanctionner')
    expect(screen.getByLabelText('Les faits')).toHaveValue('Carte vue.')
  })

  test('reverses a disqualification with its reason, as one more entry; the organiser alone may (T7)', async () => {
    const log = [entry(1, 'disqualification', { decision: 'Article 9.' })]
    const at = sit({ stages, log })
    const page = render(Discipline, { desk: at.desk, view: at.desk.view })
    await press('Lever la disqualification')
    await fireEvent.input(screen.getByLabelText('Le motif'), { target: { value: 'Erreur sur la personne.' } })
    await press('Lever, avec ce motif')
    expect(at.sent).toEqual([{ do: 'reverse', entry: 1, reason: 'Erreur sur la personne.' }])
    page.unmount()
    const arbiter = sit({ stages, log, you: { ...HOST, roles: ['arbiter', 'person'] } })
    render(Discipline, { desk: arbiter.desk, view: arbiter.desk.view })
    expect(screen.queryByRole('button', { name: 'Lever la disqualification' })).toBeNull()
  })
})

describe('the journal', () => {
  const steps = [
    { step: 1, at: 0, by: 'Camille', what: 'new_tournament', is_undone: false, players: [], stage: null, round: null, table: null },
    { step: 2, at: 60, by: null, what: 'correct', is_undone: false, players: [], stage: 1, round: 2, table: 5 },
    { step: 3, at: 61, by: 'Camille', what: 'check_in', is_undone: true, players: ['player-0'], stage: null, round: null, table: null },
  ]
  test('lists everything with who, whom and where, what was taken back too (T12)', () => {
    const at = sit({ steps, undo: 2 })
    render(Journal, { desk: at.desk, view: at.desk.view })
    const items = screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/\s+/g, ' '))
    expect(items[0]).toMatch(/^ ?arrivée pointée, Inès.*Camille · annulé/)
    expect(items[1]).toMatch(/^ ?résultat saisi ou corrigé, manche 2, table 5.*quelqu’un/)
  })

  test('takes one step back, and says first what that changes', async () => {
    const preview = { ranks: [{ player: 'player-0', before: 1, after: 2 }], fields: [], redrawn: [], ties: [] }
    serve({ [`/api/tournaments/${STREAM}/preview`]: () => preview })
    const at = sit({ steps, undo: 2 })
    render(Journal, { desk: at.desk, view: at.desk.view })
    await press('Annuler cette étape')
    expect(await screen.findByText('Inès : rang 1 devient 2')).toBeInTheDocument()
    expect(at.sent).toEqual([])
    await press('Annuler pour de bon')
    expect(at.sent).toEqual([{ do: 'undo_step', step: 2 }])
  })
})

describe('links', () => {
  test('of a role: the server gets a proof, the token stays here and leads to the tournament (T12)', async () => {
    const at = sit()
    const link = (await offerRole(at.live, 'arbiter')) ?? ''
    const token = tokensOf(STREAM)[link] ?? ''
    expect(at.sent[0]).toEqual({ do: 'make_link', link, role: 'arbiter', proof: proofOf(token) })
    expect(JSON.stringify(at.sent)).not.toContain(token)
    expect(addressOf(STREAM, { link, role: 'arbiter' })).toBe(`${location.origin}/tournament/${STREAM}#${token}`)
    expect(addressOf(STREAM, { link: 'made-elsewhere', role: 'arbiter' })).toBeNull()
  })

  test('of the tables of a round: made once, those missing alone, shown again from this device', async () => {
    const drawn = stage([round(1, [table(1, [0, 1]), table(2, [2, 3])])])
    const at = sit({ stages: [drawn] })
    await offerTables(at.live, at.desk.view, drawn, 1)
    const made = at.sent[0]?.do === 'make_table_links' ? at.sent[0].links : []
    expect(made.map((one) => one.table)).toEqual([1, 2])
    const links = made.map(({ link, table: n }) => ({ link, role: 'table', stage: 1, round: 1, table: n, used: 0, is_revoked: n === 2 }))
    const view = at.tell({ stages: [drawn], links })
    expect([...tableTokens(view, 1, 1).keys()]).toEqual([1])
    await offerTables(at.live, view, drawn, 1)
    expect(at.sent[1]?.do === 'make_table_links' && at.sent[1].links.map((one) => one.table)).toEqual([2])
  })

  test('are revoked by one press', async () => {
    const links = [{ link: 'link-1234', role: 'arbiter', stage: null, round: null, table: null, used: 1, is_revoked: false }]
    const at = sit({ links })
    render(Sharing, { desk: at.desk, view: at.desk.view })
    expect(screen.getByText('ouvert par 1 appareil')).toBeInTheDocument()
    await press('Révoquer')
    expect(at.sent).toEqual([{ do: 'revoke_link', link: 'link-1234' }])
  })
})

describe('what is taken away', () => {
  test('is printed when it makes sense: sheets of a round with the tokens of this device, certificates at the end', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    const asked = serve({ [`/api/tournaments/${STREAM}/paper/sheets.pdf`]: () => ({}) })
    const drawn = stage([round(1, [table(1, [0, 1])])])
    const at = sit({ stages: [drawn], stage: 1, round: 1 })
    await offerTables(at.live, at.desk.view, drawn, 1)
    const made = at.sent[0]?.do === 'make_table_links' ? at.sent[0].links : []
    const view = at.tell({ stages: [drawn], stage: 1, round: 1, links: made.map(({ link }) => ({ link, role: 'table', stage: 1, round: 1, table: 1, used: 0, is_revoked: false })) })
    render(Sharing, { desk: at.desk, view })
    await press('Imprimer les feuilles')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.body).toEqual({ stage: 1, round: 1, links: { '1': tokensOf(STREAM)[made[0]?.link ?? ''] } })
    expect(screen.queryByRole('link', { name: 'Diplômes du podium' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Qui est où, par nom' })).toHaveAttribute('href', `/api/tournaments/${STREAM}/paper/seats.pdf?stage=1&round=1&lang=fr`)
  })

  test('is the tournament itself for the organiser, and lists for a spreadsheet', () => {
    const at = sit({ is_over: true })
    render(Sharing, { desk: at.desk, view: at.desk.view })
    expect(screen.getByRole('link', { name: 'Sauvegarde du tournoi' })).toHaveAttribute('href', `/api/tournaments/${STREAM}/backup`)
    expect(screen.getByRole('link', { name: 'Classement (CSV)' })).toHaveAttribute('href', `/api/tournaments/${STREAM}/export.csv?what=ranking&lang=fr`)
    expect(screen.getByRole('link', { name: 'Diplômes du podium' })).toBeInTheDocument()
  })
})

test('the regulation stands in articles; a changed setting is a command, its refusal beside it (T11)', async () => {
  const settings = GAME.settings
  serve({
    '/api/games/skyjo/tournament': () => ({ game: 'skyjo', settings, questions: ['penalise_tie'] }),
    [`/api/tournaments/${STREAM}/regulation`]: () => ({ title: 'Règlement du tournoi de Skyjo', version: 1, articles: [{ title: 'Objet', articles: [{ rule: 'T11', text: 'Ce règlement…', note: null }] }] }),
  })
  const at = sit({ questions: [{ setting: 'penalise_tie', recommended: true, value: true, is_answered: false }] })
  render(Rules, { desk: at.desk, view: at.desk.view })
  expect(await screen.findByText('Ce règlement…')).toBeInTheDocument()
  await fireEvent.click(await screen.findByRole('button', { name: 'Changer les réglages' }))
  await fireEvent.click(screen.getByRole('switch', { name: 'Pénaliser l’égalité' }))
  expect(at.sent).toEqual([{ do: 'answer', answers: { penalise_tie: false } }])
  at.refuse('configure', 'Trop tard.')
  await fireEvent.change(screen.getByLabelText('Pénalité'), { target: { value: 'none' } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Trop tard.')
})
