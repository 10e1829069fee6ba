import { expect, test } from 'vitest'
import { evidenceOf, type ReadinessAnswer } from './evidence.ts'

const items = new Map(
  (
    [
      ['a', 'Airway', false],
      ['b', 'Trauma', true],
      ['c', 'Medical', false],
    ] as const
  ).map(([id, domain, isJudgment], place) => [
    id,
    { domain, isJudgment, module: 'Trauma' as const, difficulty: place, standardError: 0.5 },
  ]),
)
const itemOf = ({ questionId }: ReadinessAnswer) => items.get(questionId as 'a' | 'b' | 'c') ?? null
const answer = (questionId: string, day: number, came: ReadinessAnswer['came'] = 'right'): ReadinessAnswer => ({
  questionId,
  questionVersion: 1,
  day: `2026-03-0${day}`,
  came,
})
const of = (answers: ReadinessAnswer[], blueprint: 'national_registry' | 'national_registry_2024' = 'national_registry') =>
  evidenceOf(answers, itemOf, blueprint)

test('only the first answer to a question is evidence; later ones still count as answers', () => {
  const { evidence, scoredAnswers } = of([answer('a', 1, 'wrong'), answer('b', 1), answer('a', 2), answer('c', 3)])
  expect(scoredAnswers).toBe(4)
  expect(evidence).toEqual([
    { day: '2026-03-01', category: 'Airway', isCorrect: false, difficulty: 0, standardError: 0.5 },
    { day: '2026-03-01', category: 'Trauma', isCorrect: true, difficulty: 1, standardError: 0.5 },
    { day: '2026-03-03', category: 'Medical', isCorrect: true, difficulty: 2, standardError: 0.5 },
  ])
})

test('pilots count nowhere, and timeouts are no evidence, but both count as met', () => {
  const { evidence, scoredAnswers } = of([answer('a', 1, 'on trial'), answer('b', 1, 'out of time'), answer('a', 2), answer('b', 2)])
  expect(scoredAnswers).toBe(3)
  expect(evidence).toEqual([])
})

test('a judgment counts for Clinical Judgment in the exam that has this category', () => {
  const answers = [answer('a', 1), answer('b', 1)]
  expect(of(answers).evidence.map(({ category }) => category)).toEqual(['Airway', 'Trauma'])
  expect(of(answers, 'national_registry_2024').evidence.map(({ category }) => category)).toEqual(['Airway', 'Clinical Judgment'])
})

test("evidence is ordered by day, whenever yesterday's questions were answered", () => {
  expect(of([answer('a', 2), answer('b', 1), answer('c', 2)]).evidence.map(({ day }) => day)).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-02',
  ])
})

test('a question that is not known yet is no evidence yet', () => {
  expect(of([answer('d', 1)])).toEqual({ scoredAnswers: 1, enoughSince: null, evidence: [] })
})

test('there is enough evidence from the day of the hundredth scored answer on', () => {
  const many = (count: number, day: number) => Array.from({ length: count }, () => answer('a', day))
  expect(of(many(99, 1)).enoughSince).toBeNull()
  expect(of([...many(99, 1), answer('b', 2, 'on trial')]).enoughSince).toBeNull()
  expect(of([...many(99, 1), answer('b', 2, 'out of time'), ...many(5, 3)]).enoughSince).toBe('2026-03-02')
})
