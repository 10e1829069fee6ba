import { accountAggregate } from '@medicready/domain/accounts/account'
import { tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import { addDays, type CalendarDay, calendarDay } from '@medicready/domain/calendar'
import type { AnswerResult } from '@medicready/domain/contract/questions'
import { choicesOf, type QuestionContent } from '@medicready/domain/questions/content'
import { contentOf, currentVersion, questionAggregate } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/rejection'
import { activeModules, changeModule, moduleSelection, selectModule } from '@medicready/domain/study/module-selection'
import {
  answerKey,
  assignDailyQuestions,
  type DeliveredQuestion,
  flagForReview,
  type StudyDayEvent,
  type StudyDayState,
  studyDay,
  studyDayId,
  submitAnswer,
} from '@medicready/domain/study/study-day'
import type { CallKeyOf, Handlers } from '@medicready/platform/http/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dailyLimitOf, tierOf } from '../billing/tier.ts'
import { type Clock, commandContext, idFrom, replyConsistency } from '../command-context.ts'
import type { CommandContext, Commands, Outcome } from '../commands.ts'
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
    const date = await today(parts, userId, context.now)
    const before = await asSentTo(parts.commands, studyDayId(userId, addDays(date, -1)), context)
    if (before.events.length > 0) return dailyQuestionsOf(before, reply)

    const modules = activeModules((await parts.commands.load(moduleSelection, userId)).state)
    if (modules.length === 0) throw new Rejection('modulesNotSelected')
    const { dailyLimit, dailyQuestions } = tiers[await tierOf(parts.commands, userId)]
    const id = studyDayId(userId, date)
    const candidates = await parts.questionChoice.best({ userId, modules, seed: id })
    const command = { userId, date, dailyLimit, candidates, count: Math.min(body.count, dailyQuestions) }
    return dailyQuestionsOf(await parts.commands.execute(studyDay, id, assignDailyQuestions(command), context), reply)
  },

  'POST /api/questions/{id}/answer': ({ params, body, identity, http }, reply) =>
    answer(parts, { ...body, questionId: params.id, confidence: null, flaggedForReview: false }, identity.userId, http, reply),

  'POST /api/questions/{id}/review-later': async ({ params, identity, http }, reply) => {
    const context = commandContext(http, parts.clock)
    const { userId } = identity
    const { date } = await dayOf(parts, userId, params.id, context, () => true)
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

function dailyQuestionsOf({ state, position }: Outcome<StudyDayState, StudyDayEvent>, reply: FastifyReply) {
  replyConsistency(reply, position)
  const questions = state.daily.flatMap((questionId) => state.delivered.get(questionId) ?? [])
  return { count: questions.length, questions }
}

/** The account's own calendar day. */
async function today({ commands }: StudyDependencies, userId: string, now: string): Promise<CalendarDay> {
  const { state } = await commands.recall(accountAggregate, userId)
  return calendarDay(now, state.situation === 'unregistered' ? 'UTC' : state.timeZone)
}

/** A study day as the log has it now, with what this very command decided there when it was first sent: no events if it never was. */
const asSentTo = (commands: Commands, id: string, context: CommandContext) => commands.execute(studyDay, id, () => [], context)

interface QuestionsDay {
  readonly date: CalendarDay
  /** Undefined when that day did not give the question. */
  readonly delivered: DeliveredQuestion | undefined
}

/**
 * The study day that a command about a question belongs to: today, unless it was sent yesterday and is sent again, or unless only yesterday gave the question and
 * still awaits the command. So a session that runs over midnight stays with its questions, and spends nothing of the new day.
 */
async function dayOf(
  parts: StudyDependencies,
  userId: string,
  questionId: string,
  context: CommandContext,
  isAwaitedBy: (yesterday: StudyDayState) => boolean,
): Promise<QuestionsDay> {
  const { commands } = parts
  const date = await today(parts, userId, context.now)
  const id = studyDayId(userId, date)
  const yesterday = addDays(date, -1)
  const yesterdayId = studyDayId(userId, yesterday)

  // What this process remembers as delivered stays delivered. An answer of the day thus costs its append alone.
  const remembered = (await commands.recall(studyDay, id)).state.delivered.get(questionId)
  const delivered = remembered ?? (await commands.load(studyDay, id)).state.delivered.get(questionId)
  if (delivered && !(await commands.recall(studyDay, yesterdayId)).state.delivered.has(questionId)) return { date, delivered }

  const { state, events } = await asSentTo(commands, yesterdayId, context)
  const deliveredYesterday = state.delivered.get(questionId)
  const isYesterdays = events.length > 0 || (!delivered && deliveredYesterday && isAwaitedBy(state))
  return isYesterdays ? { date: yesterday, delivered: deliveredYesterday } : { date, delivered }
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
  const key = answerKey({ questionId, studySessionId: null })
  const { date, delivered } = await dayOf(parts, userId, questionId, context, (yesterday) => !yesterday.answers.has(key))

  // For a delivered question the limit was spent. Any other needs a look at tier and question as they are now.
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
  const { state, position } = await commands.execute(studyDay, studyDayId(userId, date), submitAnswer(command), context)
  replyConsistency(reply, position)
  const first = state.answers.get(key)
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
