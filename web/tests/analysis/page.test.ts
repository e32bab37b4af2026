import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import Analysis from '../../src/analysis/Analysis.svelte'
import { spoken } from '../../src/announce.svelte'
import { chooseLanguage, loadWords } from '../../src/language.svelte'
import { network } from '../../src/network.svelte'
import { go, here } from '../../src/router.svelte'
import { serve, Status } from '../server'
import { analysis, open as opened, round } from './game'

await Promise.all([loadWords('analysis'), loadWords('later')])

const PATH = '/table/r1/analysis'
const ANSWERS = {
  ...Object.fromEntries(
    [1, 2, 3].map((n) => [
      `/api/rooms/r1/records/4/rounds/${n}`,
      ({ path }: { path: string }) => (path.includes('is_open=true') ? opened : round)(path.includes('seat=1') ? 1 : 0, n),
    ]),
  ),
  '/api/rooms/r1/analysis': () => analysis(),
}

async function show(answers: Parameters<typeof serve>[0] = ANSWERS, query = '?game=4') {
  go(PATH + query, { replace: true })
  const asked = serve(answers)
  const { unmount } = render(Analysis, { room: 'r1' })
  await screen.findByRole('heading', { name: 'Revoir la partie' })
  return { asked, unmount }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const title = () => document.querySelector('.turn-line .title')?.textContent

beforeEach(async () => {
  await chooseLanguage('fr')
  network.reached()
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  window.dispatchEvent(new Event('resize'))
})

describe('the page after a game', () => {
  it('says how well a seat chose, and what of its result was luck', async () => {
    await show()
    const figures = await screen.findByRole('region', { name: 'Précision' })
    expect(figures).toHaveTextContent(/74\s%/)
    expect(figures).toHaveTextContent(/Sur 2 choix, tu as évité 74\s%/)
    expect(figures).toHaveTextContent('La chance t’a coûté 4,8 points, tes choix 6,3 points.')
    expect(within(figures).getAllByRole('definition').map((one) => one.textContent)).toEqual(['−4,8', '−6,3', '+1', '−10'])
    expect(figures).toHaveTextContent(/40\s% des écarts viennent de la chance, 60\s% des choix/)
  })

  it('is about whichever seat one chooses', async () => {
    await show()
    await fireEvent.click(await screen.findByRole('radio', { name: 'Inès' }))
    expect(await screen.findByRole('region', { name: 'Précision' })).toHaveTextContent('Aucun vrai choix')
    expect(screen.getByText('La chance a rapporté 4,8 points à Inès, ses choix ont coûté 1 point.')).toBeInTheDocument()
    expect(screen.getByText('Inès : aucun coup n’était nettement moins bon qu’un autre.')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: /^Chances de gagner\s: Inès$/ })).toBeInTheDocument()
  })

  it('lists the dearest decisions in words, and shows the table as it was', async () => {
    await show()
    const worst = await screen.findByRole('button', { name: /Manche 2, coup 2/ })
    await waitFor(() => expect(worst).toHaveTextContent('poser le 3 sur la carte cachée en ligne 1, colonne 2'))
    expect(worst).toHaveTextContent('Mieux : poser le 3 sur le 9, ligne 1, colonne 1')
    expect(worst).toHaveTextContent('coût : 6,3 points, à 0,5 point près')
    await fireEvent.click(worst)
    expect(here.query.toString()).toBe('game=4&round=2&step=1')
    expect(await screen.findByRole('grid')).toBeInTheDocument()
    expect(title()).toBe('Tu as pris le 3.')
    await waitFor(() => expect(document.querySelector('[data-mark=played]')).toHaveAttribute('data-place', 'cell-0-1'))
    expect(document.querySelector('[data-mark=better]')).toHaveAttribute('data-place', 'cell-0-0')
    await key('Escape')
    expect(here.query.get('round')).toBeNull()
    await waitFor(() => expect(screen.getByRole('button', { name: /Manche 2, coup 2/ })).toHaveFocus())
  })

  it('reads the curve by keyboard, and opens the table there', async () => {
    await show()
    const along = await screen.findByRole('slider', { name: 'Moment de la partie' })
    expect(along).toHaveAttribute('max', '4')
    expect(along.getAttribute('aria-valuetext')).toMatch(/^Manche 1, coup 0\s: Léa 50\s% · Inès 50\s%$/)
    await fireEvent.input(along, { target: { value: '3' } })
    expect(along.getAttribute('aria-valuetext')).toMatch(/^Manche 2, coup 2\s: Léa 30\s% · Inès 70\s%$/)
    expect(screen.getByText(/50\s% au début, au plus haut 62\s% à la manche 1, au plus bas 25\s% à la manche 3/)).toBeInTheDocument()
    await press('Voir la table à ce moment')
    expect(here.query.toString()).toBe('game=4&round=2&step=2')
  })

  it('is of use while the analysis is on its way', async () => {
    await show({ ...ANSWERS, '/api/rooms/r1/analysis': () => new Status(202, { done: 3, of: 10 }) })
    expect(await screen.findByText(/Analyse en cours : 30\s%/)).toBeInTheDocument()
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '0.3')
    await press('Manche 2')
    expect(await screen.findByRole('grid')).toBeInTheDocument()
    expect(title()).toBe('Les cartes sont données.')
  })

  it('says why there is no analysis, and asks anew', async () => {
    let isBroken = true
    const failed = new Status(500, { code: 'analysis_failed', sentence: 'L’analyse de cette partie a échoué.' })
    await show({ ...ANSWERS, '/api/rooms/r1/analysis': () => (isBroken ? failed : analysis()) })
    expect(await screen.findByText('L’analyse de cette partie a échoué.')).toBeInTheDocument()
    isBroken = false
    await press('Réessayer')
    expect(await screen.findByRole('region', { name: 'Précision' })).toBeInTheDocument()
  })

  it('asks which game was the last one where the address does not say', async () => {
    const { asked } = await show({ ...ANSWERS, '/api/rooms/r1': () => ({ number: 4 }) }, '')
    expect(asked.map(({ path }) => path)).toContain('/api/rooms/r1/records/4/rounds/1')
  })

  it('waits for the network, says so, and goes on once it is back', async () => {
    go(`${PATH}?game=4`, { replace: true })
    const cut = Object.fromEntries(Object.keys(ANSWERS).map((path) => [path, null]))
    serve(cut)
    render(Analysis, { room: 'r1' })
    expect(await screen.findByText('Réseau coupé. Ça revient tout seul, rien n’est perdu.')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
    serve(ANSWERS)
    network.reached()
    expect(await screen.findByRole('region', { name: 'Précision' })).toBeInTheDocument()
    serve(cut)
    network.lost()
    await fireEvent.click(screen.getByRole('button', { name: 'Manche 3' }))
    expect(await screen.findByText('Réseau coupé. Ça revient tout seul, rien n’est perdu.')).toBeInTheDocument()
    serve(ANSWERS)
    network.reached()
    expect(await screen.findByRole('grid')).toBeInTheDocument()
  })

  it('says that a game is not over yet', async () => {
    go(`${PATH}?game=4`, { replace: true })
    const open = new Status(404, { code: 'game_not_over', sentence: 'La partie n’est pas terminée.' })
    serve({ '/api/rooms/r1/records/4/rounds/1': () => open })
    render(Analysis, { room: 'r1' })
    expect(await screen.findByText('La partie n’est pas terminée.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Réessayer' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Retour' })).toHaveAttribute('href', '/table/r1')
  })
})

describe('the replay', () => {
  async function open(query: string) {
    go(`${PATH}?game=4&${query}`, { replace: true })
    serve(ANSWERS)
    render(Analysis, { room: 'r1' })
    await screen.findByRole('grid')
  }

  it('goes step by step, by buttons and by keys, and says what happened and what was better', async () => {
    await open('round=2&step=0')
    await waitFor(() => expect(screen.getByText(/^Ensuite : prendre le 3 de la défausse. C’est le meilleur coup.$/)).toBeInTheDocument())
    await press('Coup suivant')
    expect(title()).toBe('Tu as pris le 3.')
    expect(screen.getByText(/Mieux : poser le 3 sur le 9, ligne 1, colonne 1, gain 6,3 points/)).toBeInTheDocument()
    await key('ArrowRight')
    expect(title()).toBe('Tu as posé le 3 et défaussé le 5.')
    expect(spoken.text).toContain('Tu as posé le 3')
    await key('End')
    expect(title()).toBe('Inès a pioché.')
    await key('ArrowLeft')
    await key('Home')
    expect(title()).toBe('Les cartes sont données.')
  })

  it('goes on from round to round', async () => {
    await open('round=2&step=3')
    await press('Manche suivante')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Manche 3'))
    expect(title()).toBe('Les cartes sont données.')
    await press('Manche précédente')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Manche 2'))
    expect(title()).toBe('Inès a pioché.')
  })

  it('has an end on both sides', async () => {
    await open('round=1&step=0')
    expect(screen.getByRole('button', { name: 'Coup précédent' })).toHaveAttribute('aria-disabled', 'true')
    await key('ArrowLeft')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Manche 1')
  })

  it('is looked at with the eyes of another seat, at the same moment', async () => {
    await open('round=2&step=3')
    expect(screen.queryByText('12')).toBeNull()
    await fireEvent.change(screen.getByRole('combobox', { name: 'Vu par' }), { target: { value: '1' } })
    await waitFor(() => expect(screen.getByRole('region', { name: 'Inès' })).toBeInTheDocument())
    expect(screen.getByLabelText('En main : 12')).toBeInTheDocument()
    expect(title()).toBe('Inès a pioché.') // the reader is still Léa
    expect(screen.getByRole('slider', { name: 'Coup de la manche' })).toHaveValue('3')
  })

  it('shows the cards of all, from the same place, and says which lie face down', async () => {
    await open('round=2&step=3')
    await fireEvent.change(screen.getByRole('combobox', { name: 'Vu par' }), { target: { value: '1' } })
    await waitFor(() => expect(screen.getByRole('region', { name: 'Inès' })).toBeInTheDocument())
    const cell = () => within(screen.getByRole('grid')).getAllByRole('button')[1]
    expect(cell()).toHaveAccessibleName('ligne 1, colonne 2, cachée')
    await fireEvent.change(screen.getByRole('combobox', { name: 'Vu par' }), { target: { value: 'open' } })
    await waitFor(() => expect(cell()).toHaveAccessibleName('ligne 1, colonne 2, 8 face cachée'))
    expect(cell()).toHaveTextContent('8')
    expect(screen.getByRole('region', { name: 'Inès' })).toBeInTheDocument()
    expect(screen.getByRole('slider', { name: 'Coup de la manche' })).toHaveValue('3')
    // And back to what one seat saw.
    await fireEvent.change(screen.getByRole('combobox', { name: 'Vu par' }), { target: { value: '0' } })
    await waitFor(() => expect(cell()).toHaveAccessibleName('ligne 1, colonne 2, cachée'))
  })

  it('offers nothing to play', async () => {
    await open('round=2&step=1')
    const cells = within(screen.getByRole('grid')).getAllByRole('button')
    expect(cells.every((one) => one.getAttribute('aria-disabled') === 'true')).toBe(true)
    expect(document.querySelector('.yours')).toBeNull()
  })

  it('says when a round cannot be had, and tries again', async () => {
    let isBroken = true
    const broken = new Status(500, { code: 'fault', sentence: 'Quelque chose a échoué.' })
    go(`${PATH}?game=4&round=2&step=3`, { replace: true })
    serve({ ...ANSWERS, '/api/rooms/r1/records/4/rounds/2': () => (isBroken ? broken : round()) })
    render(Analysis, { room: 'r1' })
    expect(await screen.findByText('Quelque chose a échoué.')).toBeInTheDocument()
    isBroken = false
    await press('Réessayer')
    expect(await screen.findByRole('grid')).toBeInTheDocument()
    expect(screen.getByRole('slider', { name: 'Coup de la manche' })).toHaveValue('3')
  })
})
