import { render, screen, waitFor } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { expect } from 'vitest'
import type { GameTile } from '../../src/games'
import { preferences } from '../../src/preferences.svelte'
import { go } from '../../src/router.svelte'
import { ANSWERS, serve } from '../server'

/** Comes to a page as somebody who has not been here before. */
export function come(path: string): void {
  preferences.name = ''
  go(path, { replace: true })
}

/** Opens a page where a game is set up, once its settings are known; returns what the server is asked. */
export async function opened(page: Component<{ game: GameTile['name'] }>, answers: typeof ANSWERS = ANSWERS) {
  const asked = serve(answers)
  render(page, { game: 'skyjo' })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Code des réglages' })).toHaveValue('SKYJO'))
  return asked
}
