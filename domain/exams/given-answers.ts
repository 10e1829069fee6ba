import type { EventMetadata, EventOf } from '../event.ts'
import type { Answer } from '../study/study-day.ts'
import type { ExamCompleted } from './exam.ts'

/** The answers of an exam as whatever counts answers meets them: each in the shape of one that a study day took. */

/** A fact `AnswerSubmitted` is one as it stands. */
export interface GivenAnswer {
  /** Of no other answer. */
  readonly id: string
  readonly data: Answer
  /** When it was given. */
  readonly metadata: Pick<EventMetadata, 'occurredAt'>
}

type Completed = EventOf<typeof ExamCompleted>['data']

/** The exam's own up to the last twelve digits, which count its answers: so it is a UUID as the exam's is. */
const idOf = (examId: string, order: number): string => `${examId.slice(0, 24)}${order.toString(16).padStart(12, '0')}`

/** All of them, in order. An exam has no confidence ratings and no flags. */
export const givenAnswers = ({ userId, examId, answers }: Completed): GivenAnswer[] =>
  answers.map(({ order, date, answeredAt, questionId, questionVersion, module, answer, isCorrect, isScored, timeSpentSeconds }) => ({
    id: idOf(examId, order),
    data: {
      userId,
      date,
      questionId,
      questionVersion,
      module,
      answer,
      isCorrect,
      isScored,
      mode: null,
      studySessionId: null,
      timeSpentSeconds,
      confidence: null,
      flaggedForReview: false,
      givenAt: null,
    },
    metadata: { occurredAt: answeredAt },
  }))

/** Those that count in what a learner has done: answers to pilots of an exam count nowhere. */
export const countedAnswers = (completed: Completed): GivenAnswer[] => givenAnswers(completed).filter(({ data }) => data.isScored)
