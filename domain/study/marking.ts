import { UNLIMITED } from '../billing/tiers.ts'
import type { CalendarDay } from '../calendar.ts'
import { answerNamed, type Item, type ItemAnswer, isAnswerTo, isRight } from '../questions/item.ts'
import { contentOf, currentVersion, type QuestionState } from '../questions/question.ts'
import { Rejection } from '../rejection.ts'
import { placeInSet } from './delivered-question.ts'
import { answerKey, type Delivery, isClosed, leftToday, type StudyDayState, type StudyMode, type submitAnswer } from './study-day.ts'

/** How an answer is marked, and which study day a command about a question belongs to. */

/**
 * The midnight rule: what a day gave may still be answered and flagged while the next day lasts, as long as the next
 * day has not given it too. So a session that runs over midnight stays with its questions, and spends nothing of the
 * new day.
 */
export const belongsToYesterday = (
  questionId: string,
  days: { readonly today: StudyDayState; readonly yesterday: StudyDayState },
  isAwaitedBy: (yesterday: StudyDayState) => boolean,
): boolean => !days.today.delivered.has(questionId) && days.yesterday.delivered.has(questionId) && isAwaitedBy(days.yesterday)

/** A question as a day gave it, in one of its study sessions or in whatever way; nothing where it did not. */
export function deliveryTo(day: StudyDayState, questionId: string, studySessionId: string | null): Delivery | undefined {
  if (studySessionId === null) return day.delivered.get(questionId)
  const session = day.sessions.get(studySessionId)
  const question = session?.questions.find((one) => one.questionId === questionId)
  return session && question && { ...question, mode: session.mode }
}

/** Whether a question that a day gave, outside all study sessions, is still without its answer. */
export const isUnanswered =
  (questionId: string) =>
  (day: StudyDayState): boolean =>
    day.delivered.has(questionId) && !day.answers.has(answerKey({ questionId, studySessionId: null }))

/**
 * Whether a question's state that may be out of date says all that marking needs. What was delivered keeps its version,
 * and what counts once counts for ever; but a pilot may have been promoted since, and of a question that was never
 * delivered the present state decides.
 */
export const isEnoughToMark = (question: QuestionState, delivered: Delivery | undefined): boolean =>
  delivered !== undefined &&
  contentOf(question, delivered.questionVersion) !== null &&
  question.situation !== 'unknown' &&
  !question.isPilot

interface Given {
  readonly userId: string
  readonly date: CalendarDay
  readonly questionId: string
  /** The session that it is answered in; null outside of all. */
  readonly studySessionId: string | null
  /** The choice, in its words; null where the answer stands in its own. */
  readonly selectedAnswer: string | null
  readonly answer: ItemAnswer | null
  readonly timeSpentSeconds: number
  readonly confidence: number | null
  readonly flaggedForReview: boolean
  /** When it was given, where it waited to be sent; null otherwise. */
  readonly givenAt: string | null
  /** Of the tier. */
  readonly dailyLimit: number
}

/**
 * Marks an answer by the version of the question that the day gave, in its session where it is answered in one; by the
 * current one where it gave none, and then the limit decides. No answer is wrong, and is taken in a timed exam alone.
 * Refused with `questionNotFound`, `answerRequired` or `answerNotAChoice`; with `partClosed` before anything is
 * compared, so that trying does not reveal what a closed part offers; and so with `dailyLimitReached`.
 */
export function markAnswer(given: Given, day: StudyDayState, question: QuestionState): Parameters<typeof submitAnswer>[0] {
  const { selectedAnswer, questionId, dailyLimit, ...rest } = given
  const { studySessionId } = given
  const delivered = deliveryTo(day, questionId, studySessionId)
  if (!delivered && studySessionId !== null) throw new Rejection('questionNotFound')
  if (question.situation === 'unknown' || (!delivered && question.situation !== 'active')) throw new Rejection('questionNotFound')
  const questionVersion = delivered?.questionVersion ?? currentVersion(question)
  const content = contentOf(question, questionVersion)
  if (!content) throw new Rejection('questionNotFound')
  const set = delivered ? delivered.set : placeInSet(content)
  if (delivered ? isClosed(day, questionId) : set !== null) throw new Rejection('partClosed')
  if (!delivered && leftToday(day, dailyLimit) === 0) throw new Rejection('dailyLimitReached')
  const mode = delivered?.mode ?? null
  const answer = answerTo(content.item, given, mode)
  return {
    ...rest,
    questionId,
    questionVersion,
    module: content.module,
    answer,
    isCorrect: answer !== null && isRight(content.item, answer),
    isScored: !question.isPilot,
    mode,
    set,
    dailyLimit: delivered ? UNLIMITED : dailyLimit,
  }
}

function answerTo(item: Item, { selectedAnswer, answer: given, studySessionId }: Given, mode: StudyMode | null): ItemAnswer | null {
  if (selectedAnswer === null && given === null) {
    if (studySessionId !== null && mode === 'timed_exam') return null
    throw new Rejection('answerRequired')
  }
  const answer = selectedAnswer === null ? given : answerNamed(item, selectedAnswer)
  if (!answer || !isAnswerTo(item, answer)) throw new Rejection('answerNotAChoice')
  return answer
}
