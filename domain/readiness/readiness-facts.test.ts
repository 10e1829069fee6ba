import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { mockBlueprints } from '../exams/shown/blueprints.ts'
import { given } from '../testing/given.ts'
import {
  askForOutcome,
  blueprintIn,
  chooseProfile,
  predictPass,
  type ReadinessEvent,
  readinessAggregate,
  reportOutcome,
  sittingIn,
} from './readiness-facts.ts'
import type { ReportedOutcome } from './shown/rules.ts'
import { passPredicted } from './testing/readiness-facts.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [userId, examId, sittingId, otherSitting] = [id(1), id(2), id(3), id(4)]
const expiresAt = '2026-04-04T00:00:00.000Z'

const ofExam = passPredicted({ userId, of: { kind: 'practice_exam', examId } })
const ofSitting = passPredicted({ userId, of: { kind: 'national_exam', sittingId }, on: '2026-03-01' })
const ofLater = passPredicted({ userId, of: { kind: 'national_exam', sittingId: otherSitting }, on: '2026-05-01' })
const asked: ReadinessEvent = { type: 'ExamOutcomeAsked', data: { userId, sittingId, expiresAt } }
const ask = askForOutcome({ userId, sittingId, expiresAt })
const reported = (outcome: ReportedOutcome, through: 'app' | 'mail' = 'mail'): ReadinessEvent => ({
  type: 'ExamOutcomeReported',
  data: { userId, sittingId, outcome, through },
})
const report = (outcome: ReportedOutcome, through: 'app' | 'mail' = 'mail') => reportOutcome({ userId, sittingId, outcome, through })

test("today's exam applies until another one is chosen", () => {
  expect(blueprintIn(fold(readinessAggregate, []))).toBe('national_registry_2024')
  expect(blueprintIn(fold(readinessAggregate, [ofExam, ofSitting]))).toBe('national_registry_2024')
})

test.each(mockBlueprints)('choosing %s is recorded once, even if it already applied', (blueprint) => {
  const chosen: ReadinessEvent = { type: 'ExamProfileChosen', data: { userId, blueprint } }
  const choose = chooseProfile({ userId, blueprint })
  given(readinessAggregate, []).when(choose).emits([chosen])
  given(readinessAggregate, [chosen]).when(choose).emits([])
  expect(blueprintIn(fold(readinessAggregate, [chosen]))).toBe(blueprint)
})

test('the chance to pass a practice exam is predicted once, whatever a later prediction would say', () => {
  given(readinessAggregate, []).when(predictPass(ofExam.data)).emits([ofExam])
  given(readinessAggregate, [ofSitting]).when(predictPass(ofExam.data)).emits([ofExam])
  given(readinessAggregate, [ofExam])
    .when(predictPass({ ...ofExam.data, chance: 0.2 }))
    .emits([])
})

test('for the real exam, it is predicted once per date', () => {
  given(readinessAggregate, [ofExam]).when(predictPass(ofSitting.data)).emits([ofSitting])
  const again = passPredicted({ userId, of: { kind: 'national_exam', sittingId: otherSitting }, on: '2026-03-01' })
  given(readinessAggregate, [ofSitting]).when(predictPass(again.data)).emits([])
  given(readinessAggregate, [ofSitting]).when(predictPass(ofLater.data)).emits([ofLater])
})

test('the outcome is asked for once, and not if it was reported or nothing was predicted', () => {
  given(readinessAggregate, [ofSitting]).when(ask).emits([asked])
  given(readinessAggregate, [ofSitting, asked]).when(ask).emits([])
  given(readinessAggregate, [ofSitting, reported('failed', 'app')])
    .when(ask)
    .emits([])
  given(readinessAggregate, [ofLater]).when(ask).emits([])
})

test('the outcome can be reported before we ask, and again: the latest report stands', () => {
  given(readinessAggregate, [ofSitting])
    .when(report('passed', 'app'))
    .emits([reported('passed', 'app')])
  given(readinessAggregate, [ofSitting, asked])
    .when(report('failed'))
    .emits([reported('failed')])
  given(readinessAggregate, [ofSitting, asked, reported('failed')])
    .when(report('passed'))
    .emits([reported('passed')])
  const state = fold(readinessAggregate, [ofSitting, ofLater, asked, reported('failed'), reported('passed')])
  expect(sittingIn(state, sittingId)).toEqual({ sittingId, examDate: '2026-03-01', linksUntil: expiresAt, outcome: 'passed' })
  expect(sittingIn(state, otherSitting)).toMatchObject({ linksUntil: null, outcome: null })
})

test('the same report again changes nothing, whichever way it arrives', () => {
  given(readinessAggregate, [ofSitting, asked, reported('passed')])
    .when(report('passed', 'app'))
    .emits([])
})

test('no one reports on an exam that is not theirs', () => {
  given(readinessAggregate, []).when(report('passed')).refuses('sittingNotFound')
  given(readinessAggregate, [ofExam, ofLater]).when(report('passed')).refuses('sittingNotFound')
})
