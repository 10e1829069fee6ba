import type { StudyPlan } from '@medicready/domain/contract/study/study'
import { expect, test } from 'vitest'
import { countdown, dayAndMonth, partsOf, plannedOn, standing } from './plan-card.tsx'

const day = (date: string, newQuestions: number, reviews = 0) =>
  ({ date, module: 'Trauma', newQuestions, reviews, exam: null, answered: 0 }) as const
const plan = (more: Partial<StudyPlan>): StudyPlan => ({
  from: '2026-03-01',
  cause: 'exam_date',
  ahead: 0,
  formerQuestionsADay: null,
  days: [day('2026-03-01', 5), day('2026-03-02', 4, 2)],
  ...more,
})

test.each([
  ['2026-03-01', '2026-03-31', '30 days to your exam'],
  ['2026-03-01', '2026-03-02', 'Your exam is tomorrow'],
  ['2026-03-01', '2026-03-01', 'Your exam is today'],
])('from %s to %s: %s', (today, examDate, words) => expect(countdown(today, examDate)).toBe(words))

test('a day is described by its parts', () => {
  expect(partsOf(day('2026-03-01', 1))).toBe('1 question in Trauma')
  expect(partsOf(day('2026-03-01', 4, 2))).toBe('4 questions in Trauma and 2 reviews')
  expect(partsOf({ module: null, newQuestions: 0, reviews: 1, exam: null })).toBe('1 review')
  const mock = { ...day('2026-03-01', 0), module: null, exam: 'national_registry' } as const
  expect(partsOf(mock)).toBe('a mock exam of 80 to 150 questions')
  expect(plannedOn(mock)).toBe(80)
  expect(dayAndMonth('2026-03-01')).toBe('Sun, Mar 1')
})

test.each([
  [plan({}), '2026-03-01', 'You are on schedule.'],
  [plan({ ahead: 5 }), '2026-03-01', 'You are on schedule.'],
  [plan({ ahead: 6 }), '2026-03-01', 'You are ahead of schedule.'],
  [plan({ ahead: -1 }), '2026-03-02', '1 question from earlier days finds a new place before your exam.'],
  [plan({ ahead: -3 }), '2026-03-02', '3 questions from earlier days find new places before your exam.'],
  [
    plan({ cause: 'missed_days', formerQuestionsADay: 5 }),
    '2026-03-01',
    'Your plan has been adjusted to the remaining days: 6 a day instead of 5.',
  ],
  [
    plan({ cause: 'missed_days', formerQuestionsADay: 6 }),
    '2026-03-01',
    'Your plan has been adjusted to the remaining days. Days are no longer than before.',
  ],
  [plan({ cause: 'missed_days', formerQuestionsADay: 6 }), '2026-03-02', 'You are on schedule.'],
  // A mock exam adds no questions to a day.
  [
    plan({
      cause: 'missed_days',
      formerQuestionsADay: 5,
      days: [day('2026-03-01', 5), { ...day('2026-03-02', 0), exam: 'national_registry' }],
    }),
    '2026-03-01',
    'Your plan has been adjusted to the remaining days. Days are no longer than before.',
  ],
])('%o on %s: %s', (given, today, words) => expect(standing(given, today)).toBe(words))
