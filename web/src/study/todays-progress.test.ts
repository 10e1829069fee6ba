import { expect, it } from 'vitest'
import { weekday, weekSummary } from './todays-progress.tsx'

const day = (date: string, answered: number, correct: number, scored = answered) => ({ date, answered, scored, correct })

it('names the weekday of a calendar day wherever it is read', () => {
  expect(weekday('2025-11-20', 'short')).toBe('Thu')
  expect(weekday('2025-11-17', 'long')).toBe('Monday')
})

it('describes the week in a sentence', () => {
  expect(weekSummary([day('2025-11-19', 0, 0), day('2025-11-20', 0, 0)])).toBe('No questions answered in the last 7 days.')
  expect(weekSummary([day('2025-11-19', 0, 0), day('2025-11-20', 1, 0)])).toBe('1 question on 1 day of the last 7, 0 correct.')
  expect(weekSummary([day('2025-11-19', 3, 2), day('2025-11-20', 2, 2)])).toBe('5 questions on 2 days of the last 7, 4 correct.')
  expect(weekSummary([day('2025-11-19', 3, 2), day('2025-11-20', 2, 0, 1)])).toBe(
    '5 questions on 2 days of the last 7, 2 correct, 1 on trial and not scored.',
  )
})
