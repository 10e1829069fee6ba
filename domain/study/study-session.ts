import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { DeliveredQuestion } from './delivered-question.ts'
import { QuizFilter } from './quiz.ts'
import { type Answer, answerKey, type StudyDayState, studyModes } from './study-day.ts'

/**
 * `studySession-<id>`: one learner goes through some questions, in one mode. Its questions are drawn in the study day
 * that begins it, and its answers stand there; a session is completed once. It may be taken up, on any device, until
 * the day after the one that began it is over: so long that day may be answered. Then a job completes it.
 */

const session = { userId: z.uuid(), studySessionId: z.uuid(), date: z.iso.date(), mode: z.enum(studyModes) }

export const StudySessionStarted = defineEvent('StudySessionStarted', {
  ...session,
  questions: z.array(DeliveredQuestion).min(1),
  /** Null where nothing counts down. */
  secondsPerQuestion: z.int().min(1).nullable(),
  /** What a quiz of the learner's own asked for; null in a mode's own choice. */
  quiz: QuizFilter.nullable(),
})

export const StudySessionCompleted = defineEvent('StudySessionCompleted', {
  ...session,
  totalQuestions: z.int().min(1),
  answered: z.int().min(0),
  /** Of these, the ones that counted as right or wrong: all but those to pilots. */
  scored: z.int().min(0),
  correct: z.int().min(0),
  /** As the answers say. */
  timeSpentSeconds: z.int().min(0),
  endedBy: z.enum(['learner', 'expired']),
})

export const studySessionEvents = [StudySessionStarted, StudySessionCompleted] as const
export type StudySessionEvent = EventOf<(typeof studySessionEvents)[number]>
type Started = EventOf<typeof StudySessionStarted>['data']
type Completed = EventOf<typeof StudySessionCompleted>['data']

export interface StudySessionState {
  readonly started: Started | null
  readonly completed: Completed | null
}

export const studySession: Aggregate<StudySessionState, StudySessionEvent> = {
  category: 'studySession',
  initial: { started: null, completed: null },
  evolve: (state, event) =>
    event.type === 'StudySessionStarted' ? { ...state, started: event.data } : { ...state, completed: event.data },
}

/** Whether answers may come, and its keys are withheld where its mode withholds them. */
export const isOpen = ({ started, completed }: StudySessionState): boolean => started !== null && completed === null

/**
 * Whether an answer is one in a timed exam, of which nothing is told before the exam has ended: until then it counts as
 * answered, and neither as right nor as wrong.
 */
export const isHeldBack = ({ mode, studySessionId }: Pick<Answer, 'mode' | 'studySessionId'>): boolean =>
  mode === 'timed_exam' && studySessionId !== null

/** Begins a session with what its day has drawn, once. */
export const startSession =
  (command: Started): Decide<StudySessionState, StudySessionEvent> =>
  ({ started }) =>
    started ? [] : [{ type: 'StudySessionStarted', data: command }]

/** Completes a session, once, with what its day holds of its answers. */
export const completeSession =
  ({
    day,
    endedBy,
  }: {
    readonly day: StudyDayState
    readonly endedBy: Completed['endedBy']
  }): Decide<StudySessionState, StudySessionEvent> =>
  ({ started, completed }) => {
    if (!started || completed) return []
    const { userId, studySessionId, date, mode, questions } = started
    const answers = answersOf(day, started)
    const scored = answers.filter(({ isScored }) => isScored)
    return [
      {
        type: 'StudySessionCompleted',
        data: {
          userId,
          studySessionId,
          date,
          mode,
          totalQuestions: questions.length,
          answered: answers.length,
          scored: scored.length,
          correct: scored.filter(({ isCorrect }) => isCorrect).length,
          timeSpentSeconds: answers.reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0),
          endedBy,
        },
      },
    ]
  }

const answersOf = ({ answers }: StudyDayState, { studySessionId, questions }: Started): Answer[] =>
  questions.flatMap(({ questionId }) => answers.get(answerKey({ questionId, studySessionId })) ?? [])
