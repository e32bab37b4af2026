import { describe, expect, test } from 'vitest'
import { Refused } from '../../src/refused'
import { LiveTournament } from '../../src/tournament/live.svelte'
import type { Follower, Socket } from '../../src/wire/socket.svelte'
import { serve, Status } from '../server'
import { tournament } from './tournaments'

const STREAM = 't12345678901234567890'

function wire(answer: () => Promise<unknown>) {
  const sent: unknown[] = []
  let follower: Follower | undefined
  const socket = {
    follow(_: string, one: Follower) {
      follower = one
      return () => (follower = undefined)
    },
    send(_: string, command: unknown) {
      sent.push(command)
      return answer()
    },
  } as unknown as Socket
  return { socket, sent, tell: (change = {}) => follower?.update({ t: 'update', stream: STREAM, seq: 1, happened: [], view: tournament(change) as never }, false) }
}

describe('a tournament followed', () => {
  test('shows the last view, and none before it has come', () => {
    const { socket, tell } = wire(() => Promise.resolve())
    const live = new LiveTournament(STREAM, socket)
    const stop = live.follow()
    expect(live.view).toBeNull()
    tell({ name: 'Samedi' })
    expect(live.view?.name).toBe('Samedi')
    stop()
  })

  test('a refusal stands beside its cause until something is accepted', async () => {
    let isRefused = true
    const { socket } = wire(() => (isRefused ? Promise.reject(new Refused('stage_waits', 'Il manque une table.')) : Promise.resolve()))
    const live = new LiveTournament(STREAM, socket)
    expect(await live.send({ do: 'draw_stage', seed: 1 })).toBe(false)
    expect(live.refusal('draw_stage')).toBe('Il manque une table.')
    expect(live.code('draw_stage')).toBe('stage_waits')
    expect(live.refusal('register')).toBeNull()
    isRefused = false
    expect(await live.send({ do: 'show_draw' })).toBe(true)
    expect(live.refusal('draw_stage')).toBeNull()
  })

  test('what a command would change is asked of the server and changes nothing', async () => {
    const { socket, sent } = wire(() => Promise.resolve())
    const live = new LiveTournament(STREAM, socket)
    const found = { ranks: [{ player: 'player-1', before: 2, after: 1 }], fields: [], redrawn: [], ties: [] }
    const asked = serve({ [`/api/tournaments/${STREAM}/preview`]: () => found })
    expect(await live.preview({ do: 'undo_step', step: 3 })).toEqual(found)
    expect(asked[0]?.body).toEqual({ command: { do: 'undo_step', step: 3 } })
    expect(sent).toEqual([])
    serve({ [`/api/tournaments/${STREAM}/preview`]: () => new Status(409, { code: 'undo_stale', sentence: 'Plus rien.' }) })
    expect(await live.preview({ do: 'undo_step', step: 3 }, 'undo')).toBeNull()
    expect(live.refusal('undo')).toBe('Plus rien.')
  })
})
