import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

// The colours of the visual direction keep their promises: text 4.5:1, borders of controls and rings 3:1.
const css = readFileSync('src/style/tokens.css', 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, light, dark]) => [
    name as string,
    { light: light as string, dark: dark as string },
  ]),
)

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const TEXT = [
  ['ink', 'ground'],
  ['ink', 'set'],
  ['ink', 'set2'],
  ['ink2', 'ground'],
  ['ink2', 'set'],
  ['ink2', 'set2'],
  ['blue', 'ground'],
  ['blue', 'set'],
  ['on-blue', 'blue'],
  ['good', 'set'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['ink', 'skyjo-cloth'],
  ['ink2', 'skyjo-cloth'],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((seat) => ['on-seat', `seat-${seat}`] as const),
] as const
const RINGS = [
  ['line2', 'ground'],
  ['line2', 'set'],
  ['blue', 'skyjo-cloth'],
  ['ink', 'set'],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((seat) => [`seat-${seat}`, 'set'] as const),
] as const

describe.each(['light', 'dark'] as const)('in the %s', (scheme) => {
  const of = (name: string) => tokens.get(name)?.[scheme] ?? ''

  test.each(TEXT)('%s is readable on %s', (text, ground) => {
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5)
  })
  test.each(RINGS)('%s is seen against %s', (ring, ground) => {
    expect(contrast(of(ring), of(ground))).toBeGreaterThanOrEqual(3)
  })
})
