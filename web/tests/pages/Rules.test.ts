import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { network } from '../../src/network.svelte'
import Rules from '../../src/pages/Rules.svelte'
import { go } from '../../src/router.svelte'
import { serve, Status } from '../server'

const TEXT = {
  title: 'Skyjo',
  intro: 'Le moins de points gagne.',
  sections: [{ title: 'Mise en place', articles: [{ rule: 'S1', text: '150 cartes.', note: 'Dix de chaque.' }] }],
  tips: { title: 'Astuces', items: ['Vise les colonnes.'] },
}

beforeEach(() => network.reached())

describe('the rules page', () => {
  test('shows the numbered articles for exactly the code in its address, and ends with the tips', async () => {
    go('/rules/skyjo?code=SKYJO-SOFT', { replace: true })
    const asked = serve({ '/api/rules/skyjo': () => TEXT })
    render(Rules, { game: 'skyjo' })
    await waitFor(() => expect(screen.getByText('150 cartes.')).toBeInTheDocument())
    expect(asked[0]?.path).toBe('/api/rules/skyjo?lang=fr&code=SKYJO-SOFT')
    expect(screen.getByText('S1')).toBeInTheDocument()
    expect(screen.getAllByRole('heading', { level: 2 }).at(-1)).toHaveTextContent('Astuces')
    expect(screen.getByRole('link', { name: 'Jouer avec ces règles' })).toHaveAttribute(
      'href',
      '/solo/skyjo?code=SKYJO-SOFT',
    )
  })

  test('says in the server’s words why a code has no rules', async () => {
    go('/rules/skyjo?code=X', { replace: true })
    serve({ '/api/rules/skyjo': () => new Status(400, { code: 'code_game', sentence: 'Code d’un autre jeu.' }) })
    render(Rules, { game: 'skyjo' })
    expect(await screen.findByRole('alert')).toHaveTextContent('Code d’un autre jeu.')
  })
})
