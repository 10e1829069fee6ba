import { expect, test } from 'vitest'
import { agoOf, dueWords, lapseWords, shortDay, spreadWords, whenOf } from './review-words.ts'

test('days are told as people tell them', () => {
  expect(['2026-03-01', '2026-03-02', '2026-03-05'].map((day) => whenOf(day, '2026-03-01'))).toEqual(['today', 'tomorrow', 'in 4 days'])
  expect(['2026-03-01', '2026-02-28', '2026-02-20'].map((day) => agoOf(day, '2026-03-01'))).toEqual(['today', 'yesterday', '9 days ago'])
  expect(shortDay('2026-03-01')).toBe('Mar 1')
})

test('counts agree with their words', () => {
  expect([dueWords(1), dueWords(12)]).toEqual(['1 question is due', '12 questions are due'])
  expect(spreadWords(1)).toBe('1 more review comes a little later, so that no day grows too long.')
  expect(spreadWords(3)).toBe('3 more reviews come a little later, so that no day grows too long.')
  expect([lapseWords(1), lapseWords(8)]).toEqual(['Missed once after it was known', 'Missed 8 times after it was known'])
})
