import { expect, test } from 'vitest'
import { asAllowed, emptyFilter, obstacleTo, toggled, wantedCount } from './saved-quizzes.tsx'

test('a word can be chosen and removed, in any order', () => {
  expect(toggled(['hard'], 'easy')).toEqual(toggled(['easy'], 'hard'))
  expect(toggled(toggled([], 'easy'), 'easy')).toEqual([])
})

test.each([
  ['5', 5],
  [' 50 ', 50],
  ['51', null],
  ['0', null],
  ['', null],
  ['2.5', null],
  ['1e1', null],
])('%j is %s questions, of 50 at the most', (typed, count) => expect(wantedCount(typed, 50)).toBe(count))

test.each([
  [{ questions: 0, fewest: 0 }, 5, 'No question matches.'],
  [{ questions: 9, fewest: 1 }, 1, undefined],
  [{ questions: 9, fewest: 3 }, 3, undefined],
  [{ questions: 9, fewest: 3 }, 2, 'The matching questions are in cases of 3 or more. Please choose at least 3.'],
  [{ questions: 6, fewest: 6 }, 5, 'The matching questions are in cases of 6 or more, but your plan allows 5 per session.'],
])('with %j, %s questions are hindered by: %s', (matching, count, words) => expect(obstacleTo(matching, count, 5)).toBe(words))

test('a saved quiz becomes what the plan allows', () => {
  const saved = { filter: emptyFilter, mode: 'timed_exam', count: 30 } as const
  expect(asAllowed(saved, { most: 50, isTimedOpen: true })).toEqual(saved)
  expect(asAllowed(saved, { most: 5, isTimedOpen: false })).toEqual({ filter: emptyFilter, mode: 'tutor_mode', count: 5 })
})
