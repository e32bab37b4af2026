import { render, screen } from '@testing-library/svelte'
import { describe, expect, test } from 'vitest'
import SkyjoCard from '../../src/cards/SkyjoCard.svelte'

const card = (props: { value: number | null; beneath?: number; state?: 'legal' | 'removed'; label?: string }) =>
  render(SkyjoCard, props).container.firstElementChild as HTMLElement

describe('a Skyjo card', () => {
  test.each([1, 6, 12])('of %i is filled from below by its twelfths', (value) => {
    const height = card({ value }).querySelector<HTMLElement>('.fill')?.style.height ?? ''
    expect(Number.parseFloat(height)).toBeCloseTo((value * 100) / 12, 3)
    expect(height).toMatch(/%$/)
  })

  test('below zero carries a frame and a true minus', () => {
    const shown = card({ value: -2 })
    expect(shown).toHaveTextContent('−2')
    expect(shown.querySelector('.fill')).toBeNull()
    expect(shown.querySelector('.frame')).not.toBeNull()
  })

  test.each([
    [6, true],
    [9, true],
    [8, false],
  ])('%i is underlined: %s', (value, underlined) => {
    expect(card({ value }).querySelector('.underlined') !== null).toBe(underlined)
  })

  test('hidden says nothing of its value', () => {
    expect(card({ value: null })).toHaveTextContent(/^$/)
  })

  test('hidden shows what lies beneath only where it is told', () => {
    expect(card({ value: null, beneath: -2 })).toHaveTextContent('−2')
    expect(card({ value: null, beneath: 0 }).querySelector('.back')).toHaveTextContent('0')
  })

  test('removed leaves a place', () => {
    expect(card({ value: null, state: 'removed' }).querySelector('.place')).not.toBeNull()
  })

  test('is decoration without a label, and a picture with one', () => {
    expect(card({ value: 3 })).toHaveAttribute('aria-hidden', 'true')
    card({ value: 3, label: 'un 3' })
    expect(screen.getByRole('img', { name: 'un 3' })).toBeInTheDocument()
  })
})
