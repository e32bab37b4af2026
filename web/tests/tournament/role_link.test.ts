import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '../../src/refused'
import { loadWords } from '../../src/language.svelte'
import Tournament from '../../src/tournament/Tournament.svelte'
import { socket, type Follower } from '../../src/wire/socket.svelte'
import { tournament } from './tournaments'

const STREAM = 't12345678901234567890'
const GUEST = { roles: ['person'], players: [], tables: [], written: [], raised: [] }

let followers: Follower[] = []
const tell = (changes = {}) => followers.forEach((one) => one.update({ t: 'update', stream: STREAM, seq: 1, happened: [], view: tournament(changes) as never }, false))

beforeEach(async () => {
  followers = []
  await loadWords('tournament')
  vi.spyOn(socket, 'follow').mockImplementation((_, follower) => {
    followers.push(follower)
    return () => undefined
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

test('a role’s link is taken once, its token leaves the address, and an arbiter has the console (T12)', async () => {
  history.replaceState(null, '', `/tournament/${STREAM}#token-1234`)
  const send = vi.spyOn(socket, 'send').mockResolvedValue({} as never)
  render(Tournament, { tournament: STREAM })
  await waitFor(() => expect(send).toHaveBeenCalledWith(STREAM, { do: 'use_link', token: 'token-1234' }))
  expect(location.hash).toBe('')
  tell({ you: { ...GUEST, roles: ['arbiter', 'person'] } })
  expect(await screen.findByRole('tab', { name: 'Journal' })).toBeInTheDocument()
  expect(send).toHaveBeenCalledTimes(1)
})

test('a link that was revoked says so', async () => {
  history.replaceState(null, '', `/tournament/${STREAM}#token-1234`)
  vi.spyOn(socket, 'send').mockRejectedValue(new Refused('link_over', 'Ce lien ne vaut plus.'))
  render(Tournament, { tournament: STREAM })
  expect(await screen.findByRole('alert')).toHaveTextContent('Ce lien ne vaut plus.')
})
