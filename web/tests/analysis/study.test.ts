import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Study } from '../../src/analysis/study.svelte'
import { chooseLanguage } from '../../src/language.svelte'
import { network } from '../../src/network.svelte'
import { serve, Status } from '../server'
import { analysis } from './game'

const PATH = '/api/rooms/r1/analysis'

beforeEach(async () => {
  await chooseLanguage('fr')
  network.reached()
  vi.useFakeTimers()
})

async function followed(...answers: (object | null)[]) {
  let place = 0
  const asked = serve({ [PATH]: () => answers[Math.min(place++, answers.length - 1)] })
  const study = new Study('r1', 2)
  const stop = study.follow()
  await vi.advanceTimersByTimeAsync(0)
  return { asked, study, stop }
}

describe('an analysis', () => {
  it('is asked for until it is there, and tells how far it is', async () => {
    const { asked, study, stop } = await followed({ done: 0, of: 0, ahead: 2 }, { done: 30, of: 60 }, analysis())
    expect([study.analysis, study.progress, study.ahead]).toEqual([null, 0, 2])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([study.progress, study.ahead]).toEqual([0.5, 0])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(study.analysis?.samples).toBe(64)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.map(({ path }) => path)).toEqual(Array(3).fill(`${PATH}?number=2`))
    stop()
  })

  it('is not asked for any more once nobody looks', async () => {
    const { asked, stop } = await followed({ done: 1, of: 60 })
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(1)
  })

  it('comes by itself where the server was too busy', async () => {
    const busy = new Status(503, { code: 'analysis_busy', sentence: 'Trop de parties attendent.' })
    const { study, stop } = await followed(busy, analysis())
    expect([study.refusal, study.isComing]).toEqual(['Trop de parties attendent.', true])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([study.refusal, study.analysis !== null]).toEqual([null, true])
    stop()
  })

  it('that failed is asked for anew only when the reader wishes', async () => {
    const failed = new Status(500, { code: 'analysis_failed', sentence: 'L’analyse a échoué.' })
    const { asked, study, stop } = await followed(failed)
    expect([study.refusal, study.isComing]).toEqual(['L’analyse a échoué.', false])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(1)
    study.again()
    expect([study.refusal, study.isComing]).toEqual([null, true])
    stop()
  })

  it('waits for the network without a complaint of its own', async () => {
    serve({ [PATH]: null })
    const study = new Study('r1', 2)
    const stop = study.follow()
    await vi.advanceTimersByTimeAsync(0)
    expect([network.cut, study.refusal]).toEqual([true, null])
    stop()
    network.reached()
  })

  it('says what is known of a step, of a seat’s dearest decisions, and where the curve is', async () => {
    const { study, stop } = await followed(analysis())
    expect(study.judged(2, 2)).toMatchObject({ seat: 0, text: 'swap b1', best_text: 'swap a1' })
    expect(study.judged(1, 2)).toBeNull()
    expect(study.worst(0).map(({ step }) => step)).toEqual([2])
    expect(study.worst(1)).toEqual([])
    expect([[1, 0], [1, 3], [1, 9], [2, 1], [2, 2], [3, 5]].map(([round = 0, step = 0]) => study.pointAt(round, step))).toEqual([
      0, 0, 1, 2, 3, 4,
    ])
    stop()
  })
})
