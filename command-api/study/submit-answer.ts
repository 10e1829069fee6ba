import { type Tier, UNLIMITED } from '@medicready/domain/billing/tiers'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { ShownVersion } from '@medicready/domain/questions/answer-result'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import { questionAggregate } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/rejection'
import type { DeliveredQuestion } from '@medicready/domain/study/delivered-question'
import { givenTime } from '@medicready/domain/study/given-time'
import { deliveryTo, isEnoughToMark, isUnanswered, markAnswer } from '@medicready/domain/study/marking'
import { studyModeRules } from '@medicready/domain/study/modes'
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
import { dailyLimitOf, recentTierOf } from '../billing/tier.ts'
import type { CommandContext } from '../command-context.ts'
import type { Decided } from '../commands.ts'
import type { Parts } from '../parts.ts'
import { sessionToAnswer } from './complete-session.ts'
import { dayOfQuestion, isInOtherExam } from './day-of-question.ts'
import { deliveredContent } from './delivered-question.ts'

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
  /** When it was given, as the browser says in which it waited; null for one that was sent at once. */
  readonly givenAt: string | null
}

export interface MarkedAnswer {
  /** The answer that stands, which is the first. */
  readonly answer: Answer
  /** The question that it answers, as it was given. */
  readonly question: ShownVersion
  /** The part of the set that the answer opened; null after the last one, and for a question by itself. */
  readonly opened: ShownVersion | null
  /** Whether what is right is withheld until a timed exam has ended. */
  readonly isWithheld: boolean
  /** Of the learner, as it is now. */
  readonly tier: Tier
}

/**
 * Marks an answer by the version of the question that was delivered to the learner, and records it. One that waited to
 * be sent counts as it would have when it was given. Refused with `questionNotFound`, `sessionNotFound`,
 * `sessionEnded`, `questionInExam`, `answerRequired`, `answerNotAChoice`, `partClosed`, `dailyLimitReached`,
 * `studyLimitReached` or `answerTooLate`.
 */
export async function submitAnswer(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'settledDays' | 'recentExaminees' | 'recentSubscriptions'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<MarkedAnswer> {
  const { userId, questionId } = submitted
  const [{ place, given }, tier] = await Promise.all([whereItCounts(parts, submitted, context), recentTierOf(parts, userId)])
  const { studySessionId } = given
  const isInExam = await isInOtherExam(parts, given, place.date, context)
  if (isInExam && !place.day.answers.has(answerKey(given))) throw new Rejection('questionInExam')
  const { state } = await record(parts, given, place, context)
  const withheld = isInExam || openExamsWith(state, questionId).length > 0
  const answer = state.answers.get(answerKey({ questionId, studySessionId }))
  if (!answer) throw new Error('An answer was recorded and is not in the state.')
  const next = partAfter(state, questionId)
  const { shuffle = null } = deliveryTo(state, questionId, studySessionId) ?? {}
  const [question, opened] = await Promise.all([asGiven(parts, { ...answer, shuffle }), next && asGiven(parts, next)])
  return { answer, question, opened, isWithheld: withheld, tier }
}

/** A question in the words and the order in which it was given. */
async function asGiven(
  parts: Pick<Parts, 'commands'>,
  given: Pick<DeliveredQuestion, 'questionId' | 'questionVersion' | 'shuffle'>,
): Promise<ShownVersion> {
  const { questionId: id, questionVersion: version, shuffle } = given
  return { id, version, shuffle, content: await deliveredContent(parts, given) }
}

/** Where an answer belongs. */
interface Place {
  readonly date: CalendarDay
  readonly day: StudyDayState
}

/**
 * Where an answer belongs, by when it was given. Before it was delivered no one can have given it: then it counts as
 * one that was sent at once. Where the session ended while it waited, it counts for the day outside of the session; but
 * of a timed one nothing is left to wait.
 */
async function whereItCounts(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'settledDays'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<{ readonly place: Place; readonly given: SubmittedAnswer }> {
  const { at, isLate } = givenTime(submitted.givenAt, context.now)
  const then = await placeOf(parts, submitted, { ...context, now: at })
  const wasDelivered = then !== null && deliveryTo(then.day, submitted.questionId, submitted.studySessionId) !== undefined
  const place = wasDelivered || !isLate ? then : await placeOf(parts, submitted, context)
  if (!place) throw new Rejection('sessionNotFound')
  const given = { ...submitted, givenAt: isLate && wasDelivered ? at : null }
  const isLeft = given.givenAt !== null && hasEnded(place.day, given) && !place.day.answers.has(answerKey(given))
  const isTimed = place.day.sessions.get(given.studySessionId ?? '')?.mode === 'timed_exam'
  return { place, given: isLeft && !isTimed ? { ...given, studySessionId: null } : given }
}

/** The place of an answer that is given when the context says; null in a session that cannot be answered then. */
async function placeOf(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'settledDays'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<Place | null> {
  const { userId, questionId, studySessionId } = submitted
  if (studySessionId === null) return dayOfQuestion(parts, submitted, context, isUnanswered(questionId))
  const session = await sessionToAnswer(parts, { userId, studySessionId }, context)
  if (!session) return null
  const { date } = session
  const id = studyDayId(userId, date)
  // What this process remembers as drawn stays drawn.
  const isEnough = (day: StudyDayState) => day.sessions.has(studySessionId) && !isClosed(day, questionId)
  return { date, day: await parts.commands.read(studyDay, id, isEnough) }
}

/** Records an answer at its place. One that stands in a session is answered again, whatever is sent. */
async function record(
  parts: Pick<Parts, 'commands'>,
  submitted: SubmittedAnswer,
  { date, day }: Place,
  context: CommandContext,
): Promise<Pick<Decided<StudyDayState, StudyDayEvent>, 'state'>> {
  const { userId, questionId, studySessionId } = submitted
  const id = studyDayId(userId, date)
  if (studySessionId !== null && day.answers.has(answerKey(submitted))) return parts.commands.load(studyDay, id, context)
  if (hasEnded(day, submitted)) throw new Rejection('sessionEnded')
  const delivered = deliveryTo(day, questionId, studySessionId)
  const question = await parts.commands.read(questionAggregate, questionId, (remembered) => isEnoughToMark(remembered, delivered))
  // For a delivered question the limit was spent.
  const dailyLimit = delivered ? UNLIMITED : await dailyLimitOf(parts, userId)
  const command = markAnswer({ ...submitted, date, dailyLimit }, day, question)
  const secondsPerQuestion = command.mode && studyModeRules[command.mode].secondsPerQuestion
  const timed = secondsPerQuestion === null || studySessionId === null ? {} : { secondsPerQuestion, at: context.now }
  return parts.commands.execute(studyDay, id, decide({ ...command, ...timed }), context)
}
