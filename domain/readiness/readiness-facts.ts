import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, sealed } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import { type MockBlueprint, mockBlueprints, TODAYS_EXAM } from '../exams/shown/blueprints.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type ReportedOutcome, reportedOutcomes } from './shown/rules.ts'

// `readiness-<userId>`: predictions before exams and real outcomes. None is recomputed, so it can be judged honestly.

const ofLearner = { userId: z.uuid() }
const chance = z.number().min(0).max(1)
const ofSitting = { ...ofLearner, sittingId: z.uuid() }

export const readinessEvents = defineEvents({
  ExamProfileChosen: eventWith({ ...ofLearner, blueprint: z.enum(mockBlueprints) }),
  PassPredicted: eventWith(
    {
      ...ofLearner,
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('practice_exam'), examId: z.uuid() }),
        /** One sitting per entered date of the real exam. */
        z.object({ kind: z.literal('national_exam'), sittingId: z.uuid() }),
      ]),
      /** Account day of the prediction, or the real exam's date. Null after erasure. */
      on: z.iso.date().nullable(),
      blueprint: z.enum(mockBlueprints),
      method: z.int().min(1),
      chance,
      /** Ends of the 80% interval. */
      low: chance,
      high: chance,
      /** Logits, over all categories. */
      ability: z.number(),
      standardError: z.number().min(0),
      scoredAnswers: z.int().min(0),
    },
    sealed('on'),
  ),
  ExamOutcomeAsked: eventWith({ ...ofSitting, /** The links of the mail. */ expiresAt: z.iso.datetime() }),
  /** May be reported again; the latest counts. */
  ExamOutcomeReported: eventWith({
    ...ofSitting,
    outcome: z.enum(reportedOutcomes),
    through: z.enum(['app', 'mail']),
  }),
})
export type ReadinessEvent = EventOf<(typeof readinessEvents)[number]>
export type Prediction = DataOf<ReadinessEvent, 'PassPredicted'>
type Asked = DataOf<ReadinessEvent, 'ExamOutcomeAsked'>
type Reported = DataOf<ReadinessEvent, 'ExamOutcomeReported'>

export interface Sitting {
  readonly sittingId: string
  readonly examDate: string | null
  /** Null until a mail asked. */
  readonly linksUntil: string | null
  readonly outcome: ReportedOutcome | null
}

export interface ReadinessState {
  /** Null: today's exam, whichever that is. */
  readonly chosen: MockBlueprint | null
  readonly predictedExams: readonly string[]
  readonly sittings: readonly Sitting[]
}

export const readinessAggregate: Aggregate<ReadinessState, ReadinessEvent> = {
  category: 'readiness',
  initial: { chosen: null, predictedExams: [], sittings: [] },
  evolve: evolveBy({
    ExamProfileChosen: (state, { blueprint }) => ({ ...state, chosen: blueprint }),
    PassPredicted: (state, { of, on }) => {
      if (of.kind === 'practice_exam') return { ...state, predictedExams: appended(state.predictedExams, of.examId) }
      const sitting = { sittingId: of.sittingId, examDate: on, linksUntil: null, outcome: null }
      return { ...state, sittings: appended(state.sittings, sitting) }
    },
    ExamOutcomeAsked: (state, { sittingId, expiresAt }) => changed(state, sittingId, { linksUntil: expiresAt }),
    ExamOutcomeReported: (state, { sittingId, outcome }) => changed(state, sittingId, { outcome }),
  }),
}

const changed = (state: ReadinessState, sittingId: string, to: Partial<Sitting>): ReadinessState => ({
  ...state,
  sittings: state.sittings.map((sitting) => (sitting.sittingId === sittingId ? { ...sitting, ...to } : sitting)),
})

export const blueprintIn = ({ chosen }: ReadinessState): MockBlueprint => chosen ?? TODAYS_EXAM

export const sittingIn = ({ sittings }: ReadinessState, sittingId: string): Sitting | null =>
  sittings.find((sitting) => sitting.sittingId === sittingId) ?? null

export const chooseProfile =
  (command: DataOf<ReadinessEvent, 'ExamProfileChosen'>): Decide<ReadinessState, ReadinessEvent> =>
  ({ chosen }) =>
    chosen === command.blueprint ? [] : [{ type: 'ExamProfileChosen', data: command }]

/** Once per practice exam, once per date of the real one. */
export const isPredicted = ({ predictedExams, sittings }: ReadinessState, { of, on }: Pick<Prediction, 'of' | 'on'>): boolean =>
  of.kind === 'practice_exam' ? predictedExams.includes(of.examId) : sittings.some(({ examDate }) => examDate === on)

export const predictPass =
  (prediction: Prediction): Decide<ReadinessState, ReadinessEvent> =>
  (state) =>
    isPredicted(state, prediction) ? [] : [{ type: 'PassPredicted', data: prediction }]

/** Asked once, unless already reported. */
export const askForOutcome =
  (command: Asked): Decide<ReadinessState, ReadinessEvent> =>
  (state) => {
    const sitting = sittingIn(state, command.sittingId)
    return sitting && isToBeAsked(sitting) ? [{ type: 'ExamOutcomeAsked', data: command }] : []
  }

export const isToBeAsked = ({ linksUntil, outcome }: Sitting): boolean => linksUntil === null && outcome === null

export const reportOutcome =
  (command: Reported): Decide<ReadinessState, ReadinessEvent> =>
  (state) => {
    const sitting = sittingIn(state, command.sittingId)
    if (!sitting) throw new Rejection('sittingNotFound')
    return sitting.outcome === command.outcome ? [] : [{ type: 'ExamOutcomeReported', data: command }]
  }
