import type { Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { SessionQuestion } from '@medicready/domain/contract/study/study-sessions'

/** A session keeps its questions over midnight: what was fetched replaces them only if it is of the same day. */
export const sessionQuestions = (begunWith: readonly DailyQuestion[], fetched: readonly DailyQuestion[]): readonly DailyQuestion[] =>
  begunWith.length === 0 || fetched[0]?.assignedDate === begunWith[0]?.assignedDate ? fetched : begunWith

/** Of the part of a set at a place, the parts before it; none of a question by itself. */
export const earlierParts = <Entry extends Pick<SessionQuestion, 'part'>>(questions: readonly Entry[], place: number): readonly Entry[] =>
  questions.slice(place - ((questions[place]?.part?.part ?? 1) - 1), place)

/** One of today's questions as one of a session. */
export const ofToday = ({ questionId, part, question, why, answer, isCompleted }: DailyQuestion): SessionQuestion => ({
  questionId,
  part,
  question,
  why,
  isAnswered: isCompleted,
  result: answer,
  given: answer ?? (isCompleted ? notTold : null),
  flaggedForReview: false,
})

const notTold: WithheldAnswer = { selectedAnswer: '', answer: null }

/** A question of a session that has just begun. */
export const justDrawn = (question: Question): SessionQuestion => ({
  questionId: question.id,
  part: question.scenario && { part: question.scenario.part, of: question.scenario.of },
  question,
  why: null,
  isAnswered: false,
  result: null,
  given: null,
  flaggedForReview: false,
})
