import { accountAggregate } from '@medicready/domain/accounts/account'
import { tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import { calendarDay } from '@medicready/domain/calendar'
import type { AnswerResult } from '@medicready/domain/contract/questions'
import { choicesOf, type QuestionContent } from '@medicready/domain/questions/content'
import { contentOf, currentVersion, questionAggregate } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/rejection'
import { activeModules, changeModule, moduleSelection, selectModule } from '@medicready/domain/study/module-selection'
import { answerKey, assignDailyQuestions, flagForReview, studyDay, studyDayId, submitAnswer } from '@medicready/domain/study/study-day'
import type { CallKeyOf, Handlers } from '@medicready/platform/http/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dailyLimitOf, tierOf } from '../billing/tier.ts'
import { type Clock, commandContext, idFrom, replyConsistency } from '../command-context.ts'
import type { Commands } from '../commands.ts'
import type { QuestionChoice } from './question-choice.ts'

export interface StudyDependencies {
  readonly commands: Commands
  readonly questionChoice: QuestionChoice
  readonly clock: Clock
}

type StudyCall = Exclude<
  CallKeyOf<'command-api'>,
  `${string} /api/auth/${string}` | `${string} /api/admin/${string}` | 'POST /api/questions/{id}/request-review'
>

export const studyRoutes = (parts: StudyDependencies): Pick<Handlers<'command-api'>, StudyCall> => ({
  'POST /api/user/modules': async ({ body, identity, http }, reply) => {
    const context = commandContext(http, parts.clock)
    const { userId } = identity
    const command = { userId, userModuleId: idFrom(context, 'module'), module: body.module }
    const { state, position } = await parts.commands.execute(moduleSelection, userId, selectModule(command), context)
    replyConsistency(reply, position)
    return found(state.selected.find((choice) => choice.module === body.module))
  },

  'PATCH /api/user/modules/{id}': async ({ params, body, identity, http }, reply) => {
    const { userId } = identity
    const command = { userId, userModuleId: params.id, isActive: body.isActive }
    const { state, position } = await parts.commands.execute(
      moduleSelection,
      userId,
      changeModule(command),
      commandContext(http, parts.clock),
    )
    replyConsistency(reply, position)
    return found(state.selected.find((choice) => choice.userModuleId === params.id))
  },

  'POST /api/daily-questions/generate': async ({ body, identity, http }, reply) => {
    const context = commandContext(http, parts.clock)
    const { userId } = identity
    const modules = activeModules((await parts.commands.load(moduleSelection, userId)).state)
    if (modules.length === 0) throw new Rejection('modulesNotSelected')
    const { dailyLimit, dailyQuestions } = tiers[await tierOf(parts.commands, userId)]
    const date = await today(parts, userId, context.now)
    const id = studyDayId(userId, date)
    const candidates = await parts.questionChoice.best({ userId, modules, seed: id })
    const command = { userId, date, dailyLimit, candidates, count: Math.min(body.count, dailyQuestions) }
    const { state, position } = await parts.commands.execute(studyDay, id, assignDailyQuestions(command), context)
    replyConsistency(reply, position)
    const questions = state.daily.flatMap((questionId) => state.delivered.get(questionId) ?? [])
    return { count: questions.length, questions }
  },

  'POST /api/questions/{id}/answer': ({ params, body, identity, http }, reply) =>
    answer(parts, { ...body, questionId: params.id, confidence: null, flaggedForReview: false }, identity.userId, http, reply),

  'POST /api/questions/{id}/review-later': async ({ params, identity, http }, reply) => {
    const context = commandContext(http, parts.clock)
    const { userId } = identity
    const date = await today(parts, userId, context.now)
    const command = flagForReview({ userId, date, questionId: params.id })
    const { position } = await parts.commands.execute(studyDay, studyDayId(userId, date), command, context)
    replyConsistency(reply, position)
    return { flaggedForReview: true }
  },

  'POST /api/user/responses': ({ body, identity, http }, reply) => answer(parts, body, identity.userId, http, reply),
})

function found(choice: { userModuleId: string; module: string; isActive: boolean } | undefined) {
  if (!choice) throw new Rejection('moduleNotFound')
  return { id: choice.userModuleId, module: choice.module as never, isActive: choice.isActive }
}

/** The account's own calendar day. */
async function today({ commands }: StudyDependencies, userId: string, now: string): Promise<string> {
  const { state } = await commands.recall(accountAggregate, userId)
  return calendarDay(now, state.situation === 'unregistered' ? 'UTC' : state.timeZone)
}

interface SubmittedAnswer {
  readonly questionId: string
  readonly selectedAnswer: string
  readonly timeSpent: number
  readonly confidence: number | null
  readonly flaggedForReview: boolean
}

/** Judges an answer by the version of the question that was delivered to the learner, and records it. */
async function answer(
  parts: StudyDependencies,
  submitted: SubmittedAnswer,
  userId: string,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<AnswerResult> {
  const { commands } = parts
  const context = commandContext(http, parts.clock)
  const { questionId, selectedAnswer } = submitted
  const date = await today(parts, userId, context.now)
  const id = studyDayId(userId, date)

  // A question that this process remembers as delivered stays delivered: its limit was spent. Any other needs a look at tier and question as they are now.
  const remembered = (await commands.recall(studyDay, id)).state.delivered.get(questionId)
  const delivered = remembered ?? (await commands.load(studyDay, id)).state.delivered.get(questionId)
  const question = (await commands[delivered ? 'recall' : 'load'](questionAggregate, questionId)).state
  if (!delivered && question.situation !== 'active') throw new Rejection('questionNotFound')
  const version = delivered?.questionVersion ?? currentVersion(question)
  const content = contentOf(question, version) ?? contentOf((await commands.load(questionAggregate, questionId)).state, version)
  if (!content) throw new Rejection('questionNotFound')
  if (!choicesOf(content).includes(selectedAnswer)) throw new Rejection('answerNotAChoice')

  const command = {
    userId,
    date,
    questionId,
    questionVersion: version,
    module: content.module,
    selectedAnswer,
    isCorrect: selectedAnswer === content.correctAnswer,
    timeSpentSeconds: submitted.timeSpent,
    confidence: submitted.confidence,
    flaggedForReview: submitted.flaggedForReview,
    studySessionId: null,
    dailyLimit: delivered ? UNLIMITED : await dailyLimitOf(commands, userId),
  }
  const { state, position } = await commands.execute(studyDay, id, submitAnswer(command), context)
  replyConsistency(reply, position)
  const first = state.answers.get(answerKey(command))
  if (!first) throw new Error('An answer was recorded and is not in the state.')
  return answerResult(questionId, first.questionVersion, content, first)
}

const answerResult = (
  id: string,
  version: number,
  content: QuestionContent,
  first: { isCorrect: boolean; selectedAnswer: string },
): AnswerResult => ({
  isCorrect: first.isCorrect,
  selectedAnswer: first.selectedAnswer,
  question: { ...content, id, version, choices: choicesOf(content), rationales: content.distractors },
})
