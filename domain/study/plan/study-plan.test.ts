import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { closePlan, type LaidOutPlan, layOutPlan, planNeeds, type StudyPlanEvent, standingIn, studyPlanAggregate } from './study-plan.ts'

const userId = '00000000-0000-4000-8000-00000000000a'
const plan: LaidOutPlan = {
  userId,
  from: '2026-03-01',
  examDate: '2026-03-04',
  cause: 'exam_date',
  days: [
    { date: '2026-03-01', module: 'Trauma', newQuestions: 5, reviews: 0, exam: null },
    { date: '2026-03-02', module: 'Geriatrics', newQuestions: 4, reviews: 2, exam: null },
    { date: '2026-03-03', module: null, newQuestions: 0, reviews: 3, exam: null },
  ],
}
const laidOut: StudyPlanEvent = { type: 'PlanLaidOut', data: plan }
const closed: StudyPlanEvent = { type: 'PlanClosed', data: { userId, on: '2026-03-04' } }

test('a plan is laid out, and again if its days change', () => {
  given(studyPlanAggregate, []).when(layOutPlan(plan)).emits([laidOut])
  given(studyPlanAggregate, [laidOut])
    .when(layOutPlan({ ...plan, cause: 'missed_days' }))
    .emits([])
  const shorter: LaidOutPlan = { ...plan, cause: 'modules', days: plan.days.slice(1) }
  given(studyPlanAggregate, [laidOut])
    .when(layOutPlan(shorter))
    .emits([{ type: 'PlanLaidOut', data: shorter }])
  const nextDay = { ...plan, from: '2026-03-02' }
  given(studyPlanAggregate, [laidOut])
    .when(layOutPlan(nextDay))
    .emits([{ type: 'PlanLaidOut', data: nextDay }])
})

test('a plan begun the day before comes too late, unless the exam has moved', () => {
  const nextDay: StudyPlanEvent = { type: 'PlanLaidOut', data: { ...plan, from: '2026-03-02' } }
  given(studyPlanAggregate, [nextDay])
    .when(layOutPlan({ ...plan, cause: 'modules' }))
    .emits([])
  const moved: LaidOutPlan = { ...plan, examDate: '2026-04-20' }
  given(studyPlanAggregate, [nextDay])
    .when(layOutPlan(moved))
    .emits([{ type: 'PlanLaidOut', data: moved }])
})

test('a plan is closed once, and can begin again', () => {
  given(studyPlanAggregate, [laidOut])
    .when(closePlan({ userId, on: '2026-03-04' }))
    .emits([closed])
  given(studyPlanAggregate, [laidOut, closed])
    .when(closePlan({ userId, on: '2026-03-04' }))
    .emits([])
  given(studyPlanAggregate, [laidOut, closed]).when(layOutPlan(plan)).emits([laidOut])
})

test.each([
  ['2026-03-01', {}, 0],
  ['2026-03-01', { '2026-03-01': 2 }, 2],
  ['2026-03-02', { '2026-03-01': 5 }, 0],
  ['2026-03-02', { '2026-03-01': 1, '2026-03-02': 1 }, -3],
  ['2026-03-03', { '2026-02-28': 40, '2026-03-01': 5, '2026-03-02': 8 }, 2],
] as const)('on %s, with %o answered, the learner is ahead by %i', (today, answered, ahead) => {
  expect(standingIn(plan, (date) => (answered as Record<string, number>)[date] ?? 0, today)).toEqual({ ahead })
})

test('a mock exam counts with its minimum number of answers', () => {
  const days = [{ date: '2026-03-01', module: null, newQuestions: 0, reviews: 0, exam: 'national_registry' } as const]
  expect(standingIn({ days }, () => 0, '2026-03-02')).toEqual({ ahead: -80 })
  expect(standingIn({ days }, (date) => (date === '2026-03-01' ? 84 : 0), '2026-03-02')).toEqual({ ahead: 4 })
})

test('a plan is laid out again when the exam moves, days were missed, or its days run out', () => {
  const needs = (today: string, answered: Record<string, number>, examDate = '2026-03-04') =>
    planNeeds(plan, { today, examDate, answeredOn: (date) => answered[date] ?? 0 })
  expect(planNeeds(null, { today: plan.from, examDate: '2026-03-04', answeredOn: () => 0 })).toBe('exam_date')
  expect(needs('2026-03-01', {})).toBeNull()
  expect(needs('2026-03-01', {}, '2026-04-01')).toBe('exam_date')
  expect(needs('2026-03-02', { '2026-03-01': 5 })).toBeNull()
  expect(needs('2026-03-02', { '2026-03-01': 4 })).toBe('missed_days')
  expect(needs('2026-03-02', { '2026-03-01': 4, '2026-03-02': 1 })).toBeNull()
  const examDate = '2026-09-01'
  const further = { ...plan, examDate }
  const onward = (today: string) => planNeeds(further, { today, examDate, answeredOn: () => 10 })
  expect([onward('2026-03-01'), onward('2026-03-02')]).toEqual([null, 'days_passed'])
})
