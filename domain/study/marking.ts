import { UNLIMITED } from '../billing/shown/tiers.ts'
import { answerNamed, type Item, type ItemAnswer, isAnswerTo, isRight } from '../questions/content/item.ts'
import { placeInSet } from '../questions/delivered-question.ts'
import { contentOf, currentVersion, type QuestionState } from '../questions/question.ts'
import { Rejection } from '../refusals/rejection.ts'
import type { StudyMode } from './shown/modes.ts'
import { type AnswerToSubmit, answerKey, type Delivery, isClosed, leftToday, type StudyDayState } from './study-day.ts'

/** Until the end of the next day, a question may be answered at no cost of it, unless that day delivered it too. */
export const belongsToYesterday = (
  questionId: string,
  days: { readonly today: StudyDayState; readonly yesterday: StudyDayState },
  isAwaitedBy: (yesterday: StudyDayState) => boolean,
): boolean => !days.today.delivered.has(questionId) && days.yesterday.delivered.has(questionId) && isAwaitedBy(days.yesterday)

export function deliveryTo(day: StudyDayState, questionId: string, studySessionId: string | null): Delivery | undefined {
  if (studySessionId === null) return day.delivered.get(questionId)
  const session = day.sessions.get(studySessionId)
  const question = session?.questions.find((one) => one.questionId === questionId)
  return session && question && { ...question, mode: session.mode }
}

export const isUnanswered =
  (questionId: string) =>
  (day: StudyDayState): boolean =>
    day.delivered.has(questionId) && !day.answers.has(answerKey({ questionId, studySessionId: null }))

/** Whether a stale state is enough: delivered questions keep their version, but a pilot may be promoted since. */
export const isEnoughToMark = (question: QuestionState, delivered: Delivery | undefined): boolean =>
  delivered !== undefined &&
  contentOf(question, delivered.questionVersion) !== null &&
  question.situation !== 'unknown' &&
  !question.isPilot

type Marked = 'questionVersion' | 'module' | 'isCorrect' | 'isScored' | 'mode' | 'set'

interface Given extends Omit<AnswerToSubmit, Marked | 'at' | 'secondsPerQuestion'> {
  /** Null when the item has its own form of answer. */
  readonly selectedAnswer: string | null
}

/**
 * Marks by the delivered version, or the current one if it was never drawn. Rejects with `questionNotFound`,
 * `answerRequired`, `answerNotAChoice`, `partClosed` (before comparing, so that nothing leaks), or `dailyLimitReached`.
 */
export function markAnswer(given: Given, day: StudyDayState, question: QuestionState): AnswerToSubmit {
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
