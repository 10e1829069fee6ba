import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { type MockBlueprint, mockBlueprints, TODAYS_EXAM } from '../exams/blueprints.ts'
import { appended } from '../growing.ts'
import { Rejection } from '../rejection.ts'
import { type ReportedOutcome, reportedOutcomes } from './rules.ts'

/**
 * `readiness-<userId>`: for which exam a learner prepares, what was predicted of their exams before it was known how
 * they would go, and how the real one went. A prediction is a fact, and never worked out again: only so can what
 * happened be held against it.
 */

const ofLearner = { userId: z.uuid() }
const chance = z.number().min(0).max(1)

export const ExamProfileChosen = defineEvent('ExamProfileChosen', { ...ofLearner, blueprint: z.enum(mockBlueprints) })

export const PassPredicted = defineEvent(
  'PassPredicted',
  {
    ...ofLearner,
    of: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('practice_exam'), examId: z.uuid() }),
      /** The real one. There is one sitting for each date that a learner enters for it. */
      z.object({ kind: z.literal('national_exam'), sittingId: z.uuid() }),
    ]),
    /** The account's own day on which it was made: of the real exam its date. Null once the person was erased. */
    on: z.iso.date().nullable(),
    blueprint: z.enum(mockBlueprints),
    /** The way in which it was worked out. */
    method: z.int().min(1),
    chance,
    /** The ends of its interval. */
    low: chance,
    high: chance,
    /** In logits on our own scale, over all categories. */
    ability: z.number(),
    standardError: z.number().min(0),
    /** How many scored answers there were before it. */
    scoredAnswers: z.int().min(0),
  },
  { personal: { subject: 'userId', fields: ['on'] } },
)

const ofSitting = { ...ofLearner, sittingId: z.uuid() }

/** A mail asks how it went. */
export const ExamOutcomeAsked = defineEvent('ExamOutcomeAsked', { ...ofSitting, /** The links of the mail. */ expiresAt: z.iso.datetime() })

/** May be said again: the newest stands. */
export const ExamOutcomeReported = defineEvent('ExamOutcomeReported', {
  ...ofSitting,
  outcome: z.enum(reportedOutcomes),
  through: z.enum(['app', 'mail']),
})

export const readinessEvents = [ExamProfileChosen, PassPredicted, ExamOutcomeAsked, ExamOutcomeReported] as const
export type ReadinessEvent = EventOf<(typeof readinessEvents)[number]>
export type Prediction = EventOf<typeof PassPredicted>['data']
type Asked = EventOf<typeof ExamOutcomeAsked>['data']
type Reported = EventOf<typeof ExamOutcomeReported>['data']

/** The real exam on one date, of which the chance to pass was predicted. */
export interface Sitting {
  readonly sittingId: string
  readonly examDate: string | null
  /** Until when the links of the mail that asked work; null while none did. */
  readonly linksUntil: string | null
  readonly outcome: ReportedOutcome | null
}

export interface ReadinessState {
  /** The latest choice; null before the first, when today's exam holds, whichever that is. */
  readonly chosen: MockBlueprint | null
  /** The practice exams of which the chance to pass was predicted. */
  readonly predictedExams: readonly string[]
  readonly sittings: readonly Sitting[]
}

export const readinessAggregate: Aggregate<ReadinessState, ReadinessEvent> = {
  category: 'readiness',
  initial: { chosen: null, predictedExams: [], sittings: [] },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'ExamProfileChosen':
        return { ...state, chosen: data.blueprint }
      case 'PassPredicted': {
        if (data.of.kind === 'practice_exam') return { ...state, predictedExams: appended(state.predictedExams, data.of.examId) }
        const sitting = { sittingId: data.of.sittingId, examDate: data.on, linksUntil: null, outcome: null }
        return { ...state, sittings: appended(state.sittings, sitting) }
      }
      case 'ExamOutcomeAsked':
        return changed(state, data.sittingId, { linksUntil: data.expiresAt })
      case 'ExamOutcomeReported':
        return changed(state, data.sittingId, { outcome: data.outcome })
    }
  },
}

const changed = (state: ReadinessState, sittingId: string, to: Partial<Sitting>): ReadinessState => ({
  ...state,
  sittings: state.sittings.map((sitting) => (sitting.sittingId === sittingId ? { ...sitting, ...to } : sitting)),
})

export const blueprintIn = ({ chosen }: ReadinessState): MockBlueprint => chosen ?? TODAYS_EXAM

export const sittingIn = ({ sittings }: ReadinessState, sittingId: string): Sitting | null =>
  sittings.find((sitting) => sitting.sittingId === sittingId) ?? null

export const chooseProfile =
  (command: EventOf<typeof ExamProfileChosen>['data']): Decide<ReadinessState, ReadinessEvent> =>
  ({ chosen }) =>
    chosen === command.blueprint ? [] : [{ type: 'ExamProfileChosen', data: command }]

/** Whether the chance to pass this exam was predicted: of a practice exam once, of the real one once for each date. */
export const isPredicted = ({ predictedExams, sittings }: ReadinessState, { of, on }: Pick<Prediction, 'of' | 'on'>): boolean =>
  of.kind === 'practice_exam' ? predictedExams.includes(of.examId) : sittings.some(({ examDate }) => examDate === on)

export const predictPass =
  (prediction: Prediction): Decide<ReadinessState, ReadinessEvent> =>
  (state) =>
    isPredicted(state, prediction) ? [] : [{ type: 'PassPredicted', data: prediction }]

/** Asks by email how the exam went, once, unless it is already known. */
export const askForOutcome =
  (command: Asked): Decide<ReadinessState, ReadinessEvent> =>
  (state) => {
    const sitting = sittingIn(state, command.sittingId)
    return sitting && isToBeAsked(sitting) ? [{ type: 'ExamOutcomeAsked', data: command }] : []
  }

export const isToBeAsked = ({ linksUntil, outcome }: Sitting): boolean => linksUntil === null && outcome === null

/** Says how the exam went. Refused with `sittingNotFound` where it is none of the learner's. */
export const reportOutcome =
  (command: Reported): Decide<ReadinessState, ReadinessEvent> =>
  (state) => {
    const sitting = sittingIn(state, command.sittingId)
    if (!sitting) throw new Rejection('sittingNotFound')
    return sitting.outcome === command.outcome ? [] : [{ type: 'ExamOutcomeReported', data: command }]
  }
