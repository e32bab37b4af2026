import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { loadWords } from '../../../src/language.svelte'
import { proofOf } from '../../../src/lobby/proof'
import OnlineSeats from '../../../src/tournament/console/OnlineSeats.svelte'
import { socket } from '../../../src/wire/socket.svelte'
import { FakeWire, room } from '../../table/table'

await Promise.all(['console', 'lobby'].map(loadWords))

function show() {
  const wire = new FakeWire()
  const sent: { do: string; seat?: number; proof?: string }[] = []
  vi.spyOn(socket, 'follow').mockImplementation((stream, follower) => wire.follow(stream, follower))
  vi.spyOn(socket, 'send').mockImplementation((_, command) => {
    sent.push(command)
    return Promise.resolve({ t: 'reply', id: 'one', seq: 2 })
  })
  render(OnlineSeats, { room: 'r1' })
  const seats = room({}).seats
  const tell = (free: number[]) => wire.update(room({ seats: seats.map((one, at) => ({ ...one, kind: free.includes(at) ? 'open' : 'person' })) }))
  return { sent, tell }
}

test('T14: a player without a device gets their seat by a link that goes once it is taken', async () => {
  const { sent, tell } = show()
  tell([1])
  const name = room({}).seats[1]?.name ?? ''
  await fireEvent.click(await screen.findByRole('button', { name: `La place de ${name}` }))
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveDisplayValue(/#seat=1&token=/))
  const token = /token=(.+)$/.exec((screen.getByRole('textbox') as HTMLInputElement).value)?.[1] ?? ''
  expect(sent).toEqual([{ do: 'offer', seat: 1, proof: proofOf(token) }])
  tell([])
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(screen.queryByRole('button')).toBeNull()
})
