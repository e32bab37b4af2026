import { expect, test } from 'vitest'
import { usualLevel } from '../src/bots'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('steady is offered first, not the strongest', () => {
  expect(usualLevel(named('random', 'steady', 'expert'))).toBe('steady')
})

test('where there is no steady the strongest is offered', () => {
  expect(usualLevel(named('random', 'greedy'))).toBe('greedy')
  expect(usualLevel([])).toBe('')
})
