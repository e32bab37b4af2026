import { describe, expect, test } from 'vitest'
import type { Setting } from '../../src/api'
import { differing, written } from '../../src/settings/values'
import { GAME } from '../server'

const setting = (name: string) => GAME.settings.find((one) => one.name === name) as Setting

describe('settings in words', () => {
  test('every kind is said as a reader says it', () => {
    expect(written(setting('end'), 'rounds(7)')).toBe('Manches 7')
    expect(written(setting('rows'), 4)).toBe('4')
    expect(written(setting('turn_time'), 0)).toBe('Sans limite')
    expect(written(setting('turn_time'), 30)).toBe('30')
    expect(written(setting('penalise_tie'), false)).toBe('Non')
    expect(written(setting('penalty'), 'none')).toBe('aucune')
  })

  test('only what differs from the official rules is named, or from the rules before', () => {
    const settings = { end: 'points(100)', rows: 4, turn_time: 0, penalise_tie: false, penalty: 'multiply' }
    expect(differing(GAME, settings)).toEqual([
      { label: 'Lignes', value: '4' },
      { label: 'Pénaliser l’égalité', value: 'Non' },
    ])
    expect(differing(GAME, settings, { ...settings, rows: 3 })).toEqual([{ label: 'Lignes', value: '4' }])
    expect(differing(GAME, settings, settings)).toEqual([])
  })
})
