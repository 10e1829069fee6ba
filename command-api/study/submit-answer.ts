import { UNLIMITED } from '@medicready/domain/billing/tiers'
import type { Outcome } from '@medicready/domain/outcome'
import type { QuestionVersion } from '@medicready/domain/questions/answer-result'
import type { QuestionContent } from '@medicready/domain/questions/content'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import { contentOf, type QuestionState, questionAggregate } from '@medicready/domain/questions/question'
import { isEnoughToMark, isUnanswered, markAnswer } from '@medicready/domain/study/marking'
import { type Answer, answerKey, submitAnswer as decide, partAfter, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { dailyLimitOf } from '../billing/tier-of.ts'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { dayOfQuestion } from './day-of-question.ts'

export interface SubmittedAnswer {
  readonly userId: string
  readonly questionId: string
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
}

/**
 * Marks an answer by the version of the question that was delivered to the learner, and records it. Refused with
 * `questionNotFound`, `answerNotAChoice`, `partClosed` or `dailyLimitReached`.
 */
export async function submitAnswer(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  submitted: SubmittedAnswer,
  context: CommandContext,
): Promise<Outcome<MarkedAnswer>> {
  const { commands } = parts
  const { userId, questionId } = submitted
  const { date, day } = await dayOfQuestion(parts, submitted, context, isUnanswered(questionId))
  const delivered = day.delivered.get(questionId)
  const question = await questionFor(parts, questionId, (remembered) => isEnoughToMark(remembered, delivered))
  // For a delivered question the limit was spent.
  const dailyLimit = delivered ? UNLIMITED : await dailyLimitOf(parts, userId)
  const command = markAnswer({ ...submitted, date, dailyLimit }, day, question)
  const { state, position } = await commands.execute(studyDay, studyDayId(userId, date), decide(command), context)

  const answer = state.answers.get(answerKey({ questionId, studySessionId: null }))
  if (!answer) throw new Error('An answer was recorded and is not in the state.')
  const content = await deliveredContent(parts, answer)
  const next = partAfter(state, questionId)
  const opened = next && { id: next.questionId, version: next.questionVersion, content: await deliveredContent(parts, next) }
  return { answer: { answer, content, opened }, position }
}

/** What a version says that was delivered, and so is in the log. */
async function deliveredContent(
  parts: Pick<Parts, 'commands'>,
  { questionId, questionVersion }: { readonly questionId: string; readonly questionVersion: number },
): Promise<QuestionContent> {
  const isKnown = (question: QuestionState) => contentOf(question, questionVersion) !== null
  const content = contentOf(await questionFor(parts, questionId, isKnown), questionVersion)
  if (!content) throw new Error('A version was delivered that the question does not have.')
  return content
}

/** A question as this process remembers it where that is enough, or as the log has it now. */
async function questionFor(
  { commands }: Pick<Parts, 'commands'>,
  questionId: string,
  isEnough: (remembered: QuestionState) => boolean,
): Promise<QuestionState> {
  const remembered = (await commands.recall(questionAggregate, questionId)).state
  return isEnough(remembered) ? remembered : (await commands.load(questionAggregate, questionId)).state
}
