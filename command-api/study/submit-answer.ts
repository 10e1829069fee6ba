import { type Tier, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { ExplainedVersion, ShownVersion } from '@medicready/domain/contract/questions/answer-result'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ItemAnswer } from '@medicready/domain/questions/content/item'
import type { DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import { questionAggregate } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { deliveryTo, isEnoughToMark, isUnanswered, markAnswer } from '@medicready/domain/study/marking'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import {
  type Answer,
  answerKey,
  submitAnswer as decide,
  givenTime,
  hasEnded,
  isClosed,
  openExamsWith,
  partAfter,
  type StudyDayEvent,
  type StudyDayState,
  studyDayAggregate,
  studyDayId,
} from '@medicready/domain/study/study-day'
import { dailyLimitOf, recentTierOf } from '../billing/tier.ts'
import type { CommandContext } from '../command-context.ts'
import type { Decided } from '../commands.ts'
import type { Dependencies } from '../dependencies.ts'
import { sessionToAnswer } from './complete-session.ts'
import { dayOfQuestion, isInOtherExam } from './day-of-question.ts'
import { deliveredContent } from './delivered-question.ts'

export interface SubmittedAnswer {
  readonly userId: string
  readonly questionId: string
  readonly studySessionId: string | null
  readonly selectedAnswer: string | null
  readonly answer: ItemAnswer | null
  readonly timeSpentSeconds: number
  readonly confidence: number | null
  readonly flaggedForReview: boolean
  /** As the browser says in which it waited; null if sent at once. */
  readonly givenAt: string | null
}

export interface MarkedAnswer {
  readonly answer: Answer
  readonly question: ExplainedVersion
  readonly opened: ShownVersion | null
  /** Nothing is revealed until a timed exam has ended. */
  readonly isWithheld: boolean
  readonly tier: Tier
}

/** Marks by the delivered version. An answer that waited counts as when it was given. */
export async function submitAnswer(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'settledDays' | 'recentExaminees' | 'recentSubscriptions' | 'changedGuidelines'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<MarkedAnswer> {
  const { userId, questionId } = submitted
  const [{ place, given }, tier] = await Promise.all([whereItCounts(deps, submitted, context), recentTierOf(deps, userId)])
  const { studySessionId } = given
  const isInExam = await isInOtherExam(deps, given, place.date, context)
  if (isInExam && !place.day.answers.has(answerKey(given))) throw new Rejection('questionInExam')
  const { state } = await record(deps, given, place, context)
  const withheld = isInExam || openExamsWith(state, questionId).length > 0
  const answer = state.answers.get(answerKey({ questionId, studySessionId }))
  if (!answer) throw new Error('A recorded answer is not in the state.')
  const next = partAfter(state, questionId)
  const { shuffle = null } = deliveryTo(state, questionId, studySessionId) ?? {}
  const [question, changes, opened] = await Promise.all([
    asGiven(deps, { ...answer, shuffle }),
    deps.changedGuidelines.latest(),
    next && asGiven(deps, next),
  ])
  return { answer, question: { ...question, changed: changes.get(questionId) ?? null }, opened, isWithheld: withheld, tier }
}

async function asGiven(deps: Pick<Dependencies, 'commands'>, given: Pick<DeliveredQuestion, 'questionId' | 'questionVersion' | 'shuffle'>) {
  const { questionId: id, questionVersion: version, shuffle } = given
  return { id, version, shuffle, content: await deliveredContent(deps, given) }
}

interface Place {
  readonly date: CalendarDay
  readonly day: StudyDayState
}

/** If the session ended while the answer waited, it counts for the day outside it, except for timed sessions. */
async function whereItCounts(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'settledDays'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<{ readonly place: Place; readonly given: SubmittedAnswer }> {
  const { at, isLate } = givenTime(submitted.givenAt, context.now)
  const then = await placeOf(deps, submitted, { ...context, now: at })
  const wasDelivered = then !== null && deliveryTo(then.day, submitted.questionId, submitted.studySessionId) !== undefined
  const place = wasDelivered || !isLate ? then : await placeOf(deps, submitted, context)
  if (!place) throw new Rejection('sessionNotFound')
  const given = { ...submitted, givenAt: isLate && wasDelivered ? at : null }
  const isLeft = given.givenAt !== null && hasEnded(place.day, given) && !place.day.answers.has(answerKey(given))
  const isTimed = place.day.sessions.get(given.studySessionId ?? '')?.mode === 'timed_exam'
  return { place, given: isLeft && !isTimed ? { ...given, studySessionId: null } : given }
}

async function placeOf(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'settledDays'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<Place | null> {
  const { userId, questionId, studySessionId } = submitted
  if (studySessionId === null) return dayOfQuestion(deps, submitted, context, isUnanswered(questionId))
  const session = await sessionToAnswer(deps, { userId, studySessionId }, context)
  if (!session) return null
  const { date } = session
  const id = studyDayId(userId, date)
  // Drawn stays drawn.
  const isEnough = (day: StudyDayState) => day.sessions.has(studySessionId) && !isClosed(day, questionId)
  return { date, day: await deps.commands.read(studyDayAggregate, id, isEnough) }
}

async function record(
  deps: Pick<Dependencies, 'commands'>,
  submitted: SubmittedAnswer,
  { date, day }: Place,
  context: CommandContext,
): Promise<Pick<Decided<StudyDayState, StudyDayEvent>, 'state'>> {
  const { userId, questionId, studySessionId } = submitted
  const id = studyDayId(userId, date)
  if (studySessionId !== null && day.answers.has(answerKey(submitted))) return deps.commands.load(studyDayAggregate, id, context)
  if (hasEnded(day, submitted)) throw new Rejection('sessionEnded')
  const delivered = deliveryTo(day, questionId, studySessionId)
  const question = await deps.commands.read(questionAggregate, questionId, (remembered) => isEnoughToMark(remembered, delivered))
  // The limit was checked at delivery.
  const dailyLimit = delivered ? UNLIMITED : await dailyLimitOf(deps, userId)
  const command = markAnswer({ ...submitted, date, dailyLimit }, day, question)
  const secondsPerQuestion = command.mode && studyModeRules[command.mode].secondsPerQuestion
  const timed = secondsPerQuestion === null || studySessionId === null ? {} : { secondsPerQuestion, at: context.now }
  return deps.commands.execute(studyDayAggregate, id, decide({ ...command, ...timed }), context)
}
