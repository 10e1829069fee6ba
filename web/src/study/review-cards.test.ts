import { expect, test } from 'vitest'
import { shortDayInWords } from '../ui/words.ts'
import { agoOf, dueWords, lapseWords, spreadWords, whenOf } from './review-cards.tsx'

test('days are described as people describe them', () => {
  expect(['2026-03-01', '2026-03-02', '2026-03-05'].map((day) => whenOf(day, '2026-03-01'))).toEqual(['today', 'tomorrow', 'in 4 days'])
  expect(['2026-03-01', '2026-02-28', '2026-02-20'].map((day) => agoOf(day, '2026-03-01'))).toEqual(['today', 'yesterday', '9 days ago'])
  expect(shortDayInWords('2026-03-01')).toBe('Mar 1')
})

test('counts agree with their words', () => {
  expect([dueWords(1), dueWords(12)]).toEqual(['1 question is due', '12 questions are due'])
  expect(spreadWords(1)).toBe('1 more review comes a little later to keep your days short.')
  expect(spreadWords(3)).toBe('3 more reviews come a little later to keep your days short.')
  expect([lapseWords(1), lapseWords(8)]).toEqual(['Missed once after you knew it', 'Missed 8 times after you knew it'])
})
