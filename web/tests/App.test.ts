import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import App from '../src/App.svelte'
import { network } from '../src/network.svelte'
import { go } from '../src/router.svelte'
import { ANSWERS, serve } from './server'

beforeEach(() => {
  network.reached()
  serve(ANSWERS)
  go('/', { replace: true })
})

describe('the page', () => {
  test('leads from home to the start button in one click', async () => {
    render(App)
    ;(await screen.findByRole('link', { name: /Jouer seul/ })).click()
    expect(await screen.findByRole('button', { name: 'Commencer' })).toBeInTheDocument()
  })

  test('puts the focus on the title of the page moved to, and names the window after it', async () => {
    render(App)
    go('/tables')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Mes parties' })).toHaveFocus())
    expect(document.title).toBe('Mes parties · Tablée')
  })

  test.each(['/nowhere', '/solo/chess', '/rules/chess', '/table/'])('says that nothing is at %s', async (path) => {
    go(path, { replace: true })
    render(App)
    expect(await screen.findByRole('heading', { name: 'Il n’y a rien ici' })).toBeInTheDocument()
  })

  test('begins with a way past the bar', () => {
    render(App)
    expect(screen.getAllByRole('link')[0]).toHaveTextContent('Aller au contenu')
    expect(document.querySelector('main')?.id).toBe('main')
  })
})
