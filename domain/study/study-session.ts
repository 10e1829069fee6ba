import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { totalsOf } from '../exams/exam.ts'
import { DeliveredQuestion } from '../questions/delivered-question.ts'
import { QuizFilter } from './quiz.ts'
import { studyModes } from './shown/modes.ts'
import { type Answer, answerKey, type StudyDayState } from './study-day.ts'

// `studySession-<id>`: questions in one mode. Drawing and answers are in the study day that began it. It can be resumed
// on any device until the end of the next day; then a job completes it.

const session = { userId: z.uuid(), studySessionId: z.uuid(), date: z.iso.date(), mode: z.enum(studyModes) }

export const studySessionEvents = defineEvents({
  StudySessionStarted: eventWith({
    ...session,
    questions: z.array(DeliveredQuestion).min(1),
    /** Null without a clock. */
    secondsPerQuestion: z.int().min(1).nullable(),
    quiz: QuizFilter.nullable(),
  }),
  StudySessionCompleted: eventWith({
    ...session,
    totalQuestions: z.int().min(1),
    answered: z.int().min(0),
    scored: z.int().min(0),
    correct: z.int().min(0),
    timeSpentSeconds: z.int().min(0),
    endedBy: z.enum(['learner', 'expired']),
  }),
})
export type StudySessionEvent = EventOf<(typeof studySessionEvents)[number]>
type Started = DataOf<StudySessionEvent, 'StudySessionStarted'>
type Completed = DataOf<StudySessionEvent, 'StudySessionCompleted'>

export interface StudySessionState {
  readonly started: Started | null
  readonly completed: Completed | null
}

export const studySessionAggregate: Aggregate<StudySessionState, StudySessionEvent> = {
  category: 'studySession',
  initial: { started: null, completed: null },
  evolve: (state, event) =>
    event.type === 'StudySessionStarted' ? { ...state, started: event.data } : { ...state, completed: event.data },
}

export const isOpen = ({ started, completed }: StudySessionState): boolean => started !== null && completed === null

/** Answers of an open timed exam count as answered, but neither right nor wrong. */
export const isHeldBack = ({ mode, studySessionId }: Pick<Answer, 'mode' | 'studySessionId'>): boolean =>
  mode === 'timed_exam' && studySessionId !== null

export const startSession =
  (command: Started): Decide<StudySessionState, StudySessionEvent> =>
  ({ started }) =>
    started ? [] : [{ type: 'StudySessionStarted', data: command }]

export const completeSession =
  ({ day, endedBy }: Pick<Completed, 'endedBy'> & { readonly day: StudyDayState }): Decide<StudySessionState, StudySessionEvent> =>
  ({ started, completed }) => {
    if (!started || completed) return []
    const { userId, studySessionId, date, mode, questions } = started
    const totals = { totalQuestions: questions.length, ...totalsOf(answersOf(day, started)) }
    return [{ type: 'StudySessionCompleted', data: { userId, studySessionId, date, mode, ...totals, endedBy } }]
  }

const answersOf = ({ answers }: StudyDayState, { studySessionId, questions }: Started): Answer[] =>
  questions.flatMap(({ questionId }) => answers.get(answerKey({ questionId, studySessionId })) ?? [])
