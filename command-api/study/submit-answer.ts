import { type Tier, UNLIMITED } from '@medicready/domain/billing/tiers'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { Outcome } from '@medicready/domain/outcome'
import type { QuestionVersion } from '@medicready/domain/questions/answer-result'
import type { QuestionContent } from '@medicready/domain/questions/content'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import { Rejection } from '@medicready/domain/rejection'
import { deliveryTo, isEnoughToMark, isUnanswered, markAnswer } from '@medicready/domain/study/marking'
import {
  type Answer,
  answerKey,
  submitAnswer as decide,
  partAfter,
  type StudyDayEvent,
  type StudyDayState,
  studyDay,
  studyDayId,
} from '@medicready/domain/study/study-day'
import { dailyLimitOf, tierOf } from '../billing/tier-of.ts'
import type { CommandContext } from '../command-context.ts'
import type { Decided } from '../commands.ts'
import type { Parts } from '../parts.ts'
import { dayOfQuestion } from './day-of-question.ts'
import { deliveredContent, questionFor } from './delivered-content.ts'
import { sessionToAnswer } from './own-session.ts'
import { isWithheld } from './withheld.ts'

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
  /** The version that it answers. */
  readonly content: QuestionContent
  /** The part of the set that the answer opened; null after the last one, and for a question by itself. */
  readonly opened: QuestionVersion | null
  /** Whether what is right is withheld until a timed exam has ended. */
  readonly isWithheld: boolean
  /** Of the learner, as it is now. */
  readonly tier: Tier
}

/**
 * Marks an answer by the version of the question that was delivered to the learner, and records it. Refused with
 * `questionNotFound`, `sessionNotFound`, `sessionEnded`, `answerRequired`, `answerNotAChoice`, `partClosed` or
 * `dailyLimitReached`.
 */
export async function submitAnswer(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<Outcome<MarkedAnswer>> {
  const { userId, questionId, studySessionId } = submitted
  const { state, position } = await record(parts, submitted, context)
  const answer = state.answers.get(answerKey({ questionId, studySessionId }))
  if (!answer) throw new Error('An answer was recorded and is not in the state.')
  const next = partAfter(state, questionId)
  const [content, withheld, tier, opened] = await Promise.all([
    deliveredContent(parts, answer),
    isWithheld(parts, { userId, questionId }, context),
    tierOf(parts, userId),
    next && deliveredContent(parts, next).then((content) => ({ id: next.questionId, version: next.questionVersion, content })),
  ])
  return { answer: { answer, content, opened, isWithheld: withheld, tier }, position }
}

type Recorded = Pick<Decided<StudyDayState, StudyDayEvent>, 'state' | 'position'>

async function record(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<Recorded> {
  const { userId, questionId, studySessionId } = submitted
  if (studySessionId === null) {
    const { date, day } = await dayOfQuestion(parts, submitted, context, isUnanswered(questionId))
    return mark(parts, { ...submitted, date }, day, context)
  }
  const { started, hasEnded } = await sessionToAnswer(parts, { userId, studySessionId }, context)
  const recorded = await parts.commands.load(studyDay, studyDayId(userId, started.date))
  // What stands is answered again, also when what was sent again is not an answer any more.
  if (recorded.state.answers.has(answerKey({ questionId, studySessionId }))) return recorded
  if (hasEnded) throw new Rejection('sessionEnded')
  return mark(parts, { ...submitted, date: started.date }, recorded.state, context)
}

async function mark(
  parts: Pick<Parts, 'commands'>,
  submitted: SubmittedAnswer & { readonly date: CalendarDay },
  day: StudyDayState,
  context: CommandContext,
): Promise<Recorded> {
  const { userId, questionId, studySessionId, date } = submitted
  const delivered = deliveryTo(day, questionId, studySessionId)
  const question = await questionFor(parts, questionId, (remembered) => isEnoughToMark(remembered, delivered))
  // For a delivered question the limit was spent.
  const dailyLimit = delivered ? UNLIMITED : await dailyLimitOf(parts, userId)
  const command = markAnswer({ ...submitted, dailyLimit }, day, question)
  return parts.commands.execute(studyDay, studyDayId(userId, date), decide(command), context)
}
