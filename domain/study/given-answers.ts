import type { DataOf, EventMetadata } from '../core/event.ts'
import type { ExamEvent } from '../exams/exam.ts'
import type { Answer } from './study-day.ts'

/** Exam answers in the shape of `AnswerSubmitted`, for everything that counts answers. */

export interface AnswerFact {
  readonly id: string
  readonly data: Answer
  readonly metadata: Pick<EventMetadata, 'occurredAt'>
}

type Completed = DataOf<ExamEvent, 'ExamCompleted'>

/** The exam's id with the last twelve digits counting its answers, so it stays a UUID. */
const idOf = (examId: string, order: number): string => `${examId.slice(0, 24)}${order.toString(16).padStart(12, '0')}`

export const givenAnswers = ({ userId, examId, answers }: Completed): AnswerFact[] =>
  answers.map(({ order, answeredAt, ...answer }) => ({
    id: idOf(examId, order),
    data: { userId, ...answer, mode: null, studySessionId: null, confidence: null, flaggedForReview: false, givenAt: null },
    metadata: { occurredAt: answeredAt },
  }))

/** Pilot answers count nowhere. */
export const countedAnswers = (completed: Completed): AnswerFact[] => givenAnswers(completed).filter(({ data }) => data.isScored)
