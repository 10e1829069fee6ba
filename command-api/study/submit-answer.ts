import { type Tier, UNLIMITED } from '@medicready/domain/billing/tiers'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { Outcome } from '@medicready/domain/outcome'
import type { QuestionVersion } from '@medicready/domain/questions/answer-result'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import { Rejection } from '@medicready/domain/rejection'
import type { DeliveredQuestion } from '@medicready/domain/study/delivered-question'
import { deliveryTo, isEnoughToMark, isUnanswered, markAnswer } from '@medicready/domain/study/marking'
import {
  type Answer,
  answerKey,
  submitAnswer as decide,
  hasEnded,
  isClosed,
  openExamsWith,
  partAfter,
  type StudyDayEvent,
  type StudyDayState,
  studyDay,
  studyDayId,
} from '@medicready/domain/study/study-day'
import { dailyLimitOf } from '../billing/tier-of.ts'
import type { CommandContext } from '../command-context.ts'
import type { Decided } from '../commands.ts'
import type { Parts } from '../parts.ts'
import { dayOfQuestion } from './day-of-question.ts'
import { deliveredContent, questionFor } from './delivered-content.ts'
import { sessionToAnswer } from './own-session.ts'
import { isInOtherExam } from './withheld.ts'

export interface SubmittedAnswer {
  readonly userId: string
  readonly questionId: string
  /** The session that it is answered in; null outside of all. */
  readonly studySessionId: string | null
  /** Of single choice in words; null where the answer is given as a value. */
  readonly selectedAnswer: string | null
  readonly answer: ItemAnswer | null
  readonly timeSpentSeconds: number
  readonly confidence: number | null
  readonly flaggedForReview: boolean
}

export interface MarkedAnswer {
  /** The answer that stands, which is the first. */
  readonly answer: Answer
  /** The question that it answers, as it was given. */
  readonly question: QuestionVersion
  /** The part of the set that the answer opened; null after the last one, and for a question by itself. */
  readonly opened: QuestionVersion | null
  /** Whether what is right is withheld until a timed exam has ended. */
  readonly isWithheld: boolean
  /** Of the learner, as it is now. */
  readonly tier: Tier
}

/**
 * Marks an answer by the version of the question that was delivered to the learner, and records it. Refused with
 * `questionNotFound`, `sessionNotFound`, `sessionEnded`, `questionInExam`, `answerRequired`, `answerNotAChoice`,
 * `partClosed` or `dailyLimitReached`.
 */
export async function submitAnswer(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'daysBefore' | 'openExams' | 'recentTiers'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<Outcome<MarkedAnswer>> {
  const { userId, questionId, studySessionId } = submitted
  const [place, tier] = await Promise.all([placeOf(parts, submitted, context), parts.recentTiers.of(userId)])
  const isInExam = await isInOtherExam(parts, submitted, place.date, context)
  if (isInExam && !place.day.answers.has(answerKey(submitted))) throw new Rejection('questionInExam')
  const { state, position } = await record(parts, submitted, place, context)
  const withheld = isInExam || openExamsWith(state, questionId).length > 0
  const answer = state.answers.get(answerKey({ questionId, studySessionId }))
  if (!answer) throw new Error('An answer was recorded and is not in the state.')
  const next = partAfter(state, questionId)
  const { shuffle = null } = deliveryTo(state, questionId, studySessionId) ?? {}
  const [question, opened] = await Promise.all([asGiven(parts, { ...answer, shuffle }), next && asGiven(parts, next)])
  return { answer: { answer, question, opened, isWithheld: withheld, tier }, position }
}

/** A question in the words and the order in which it was given. */
async function asGiven(
  parts: Pick<Parts, 'commands'>,
  given: Pick<DeliveredQuestion, 'questionId' | 'questionVersion' | 'shuffle'>,
): Promise<QuestionVersion> {
  const { questionId: id, questionVersion: version, shuffle } = given
  return { id, version, shuffle, content: await deliveredContent(parts, given) }
}

/** Where an answer belongs. */
interface Place {
  readonly date: CalendarDay
  readonly day: StudyDayState
}

async function placeOf(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'daysBefore'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<Place> {
  const { userId, questionId, studySessionId } = submitted
  if (studySessionId === null) return dayOfQuestion(parts, submitted, context, isUnanswered(questionId))
  const { date } = await sessionToAnswer(parts, { userId, studySessionId }, context)
  const id = studyDayId(userId, date)
  // What this process remembers as drawn stays drawn.
  const remembered = (await parts.commands.recall(studyDay, id)).state
  const isEnough = remembered.sessions.has(studySessionId) && !isClosed(remembered, questionId)
  return { date, day: isEnough ? remembered : (await parts.commands.load(studyDay, id)).state }
}

/** Records an answer at its place. One that stands in a session is answered again, whatever is sent. */
async function record(
  parts: Pick<Parts, 'commands'>,
  submitted: SubmittedAnswer,
  { date, day }: Place,
  context: CommandContext,
): Promise<Pick<Decided<StudyDayState, StudyDayEvent>, 'state' | 'position'>> {
  const { userId, questionId, studySessionId } = submitted
  const id = studyDayId(userId, date)
  if (studySessionId !== null && day.answers.has(answerKey(submitted))) return parts.commands.load(studyDay, id)
  if (hasEnded(day, submitted)) throw new Rejection('sessionEnded')
  const delivered = deliveryTo(day, questionId, studySessionId)
  const question = await questionFor(parts, questionId, (remembered) => isEnoughToMark(remembered, delivered))
  // For a delivered question the limit was spent.
  const dailyLimit = delivered ? UNLIMITED : await dailyLimitOf(parts, userId)
  const command = markAnswer({ ...submitted, date, dailyLimit }, day, question)
  return parts.commands.execute(studyDay, id, decide(command), context)
}
