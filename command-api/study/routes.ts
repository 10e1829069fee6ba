import { tierShows } from '@medicready/domain/billing/shown/tiers'
import { answerResult, askedQuestion, type PictureAddressOf, withheldAnswer } from '@medicready/domain/contract/questions/answer-result'
import type { cardCalls } from '@medicready/domain/contract/study/cards'
import type { quizCalls } from '@medicready/domain/contract/study/quizzes'
import type { studyCalls } from '@medicready/domain/contract/study/study'
import type { studySessionCalls } from '@medicready/domain/contract/study/study-sessions'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { bringBackCard, cardAggregate, cardId, suspendCard, undoReview } from '@medicready/domain/study/cards/card-stream'
import { changeModule, moduleSelectionAggregate, type SelectedModule, selectModule } from '@medicready/domain/study/module-selection'
import { deleteQuizPreset, presetNamed, quizPresetsAggregate, saveQuizPreset } from '@medicready/domain/study/quiz-presets'
import { flagForReview, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import type { UsersQuestion } from '@medicready/projector/read-models/query'
import { lastReviewOfCard } from '@medicready/projector/read-models/study/card-queries'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { assignDailyQuestions } from './assign-daily-questions.ts'
import { beginSession } from './begin-session.ts'
import { completeSession } from './complete-session.ts'
import { dayOfQuestion } from './day-of-question.ts'
import { type MarkedAnswer, submitAnswer } from './submit-answer.ts'

type RoomCalls = typeof studyCalls & typeof studySessionCalls & typeof cardCalls & typeof quizCalls

export const studyRoutes = (deps: RouteDeps): CommandHandlers<RoomCalls> => ({
  'POST /api/user/modules': async ({ body: { module }, identity: { userId }, context }) => {
    const command = selectModule({ userId, userModuleId: idFrom(context, 'module'), module })
    const { state } = await deps.commands.execute(moduleSelectionAggregate, userId, command, context)
    return shownModule(state.selected.find((choice) => choice.module === module))
  },

  'PATCH /api/user/modules/{id}': async ({ params: { id: userModuleId }, body, identity: { userId }, context }) => {
    const command = changeModule({ ...body, userId, userModuleId })
    const { state } = await deps.commands.execute(moduleSelectionAggregate, userId, command, context)
    return shownModule(state.selected.find((choice) => choice.userModuleId === userModuleId))
  },

  'POST /api/daily-questions/generate': async ({ body, identity, context }) => {
    const questions = await assignDailyQuestions(deps, { ...body, userId: identity.userId }, context)
    return { count: questions.length, questions: [...questions] }
  },

  'POST /api/questions/{id}/answer': async ({ params, body, identity, context }) => {
    const { timeSpent: timeSpentSeconds, ...given } = ownAnswer(body, identity)
    const command = {
      ...given,
      timeSpentSeconds,
      confidence: null,
      flaggedForReview: false,
      questionId: params.id,
      userId: identity.userId,
    }
    return shownAnswer(await submitAnswer(deps, command, context), deps.pictureAddressOf)
  },

  'POST /api/user/responses': async ({ body, identity, context }) => {
    const { timeSpent: timeSpentSeconds, ...given } = ownAnswer(body, identity)
    const command = { ...given, timeSpentSeconds, userId: identity.userId }
    return shownAnswer(await submitAnswer(deps, command, context), deps.pictureAddressOf)
  },

  'POST /api/questions/{id}/review-later': async ({ params: { id: questionId }, identity: { userId }, context }) => {
    const { date } = await dayOfQuestion(deps, { userId, questionId }, context, () => true)
    await deps.commands.execute(studyDayAggregate, studyDayId(userId, date), flagForReview({ userId, date, questionId }), context)
    return { flaggedForReview: true }
  },

  'POST /api/study-session/generate': async ({ body, identity, context }) => {
    const { studySessionId, ...begun } = await beginSession(deps, { ...body, userId: identity.userId }, context)
    const questions = begun.questions.map((question) => question && askedQuestion(question, deps.pictureAddressOf))
    return { ok: true, sessionId: studySessionId, mode: body.mode, questions }
  },

  'POST /api/study-sessions/{id}/complete': async ({ params, identity, context }) => {
    await completeSession(deps, { userId: identity.userId, studySessionId: params.id, endedBy: 'learner' }, context)
    return { completed: true }
  },

  'POST /api/review/cards/{questionId}/suspend': async ({ params: { questionId }, identity: { userId }, context }) => {
    await decideCard(deps, { userId, questionId }, suspendCard, context)
    return { isSuspended: true }
  },

  'POST /api/review/cards/{questionId}/bring-back': async ({ params: { questionId }, identity: { userId }, context }) => {
    await decideCard(deps, { userId, questionId }, bringBackCard, context)
    return { isSuspended: false }
  },

  'POST /api/review/cards/{questionId}/undo': async ({ params: { questionId }, body: { reviewId }, identity: { userId }, context }) => {
    const undo: DecideCard = (of, { lastReviewId, hasBefore }) =>
      undoReview({ ...of, reviewId, isUndoable: hasBefore && lastReviewId === reviewId })
    await decideCard(deps, { userId, questionId }, undo, context)
    return { undone: true }
  },

  'POST /api/quizzes/presets': async ({ body, identity: { userId }, context }) => {
    const presetId = idFrom(context, 'quiz preset')
    const { state } = await deps.commands.execute(quizPresetsAggregate, userId, saveQuizPreset({ ...body, userId, presetId }), context)
    return { id: presetNamed(state, body.name)?.presetId ?? presetId }
  },

  'DELETE /api/quizzes/presets/{id}': async ({ params: { id: presetId }, identity: { userId }, context }) => {
    await deps.commands.execute(quizPresetsAggregate, userId, deleteQuizPreset({ userId, presetId }), context)
    return { deleted: true }
  },
})

type DecideCard = (of: UsersQuestion, card: Awaited<ReturnType<typeof lastReviewOfCard>>[number]) => ReturnType<typeof suspendCard>

/** The read model knows the cards and the latest review, because it combines all days. */
async function decideCard({ commands, sql }: RouteDeps, of: UsersQuestion, decide: DecideCard, context: CommandContext): Promise<void> {
  const [card] = await lastReviewOfCard(sql, of)
  if (!card) throw new Rejection('cardNotFound')
  await commands.execute(cardAggregate, cardId(of), decide(of, card), context)
}

/** An answer that waited in a browser belongs to the person who gave it. */
function ownAnswer<Body extends { readonly givenBy: string | null }>({ givenBy, ...given }: Body, identity: { readonly userId: string }) {
  if (givenBy !== null && givenBy !== identity.userId) throw new Rejection('answerOfAnother')
  return given
}

function shownModule(selected: SelectedModule | undefined) {
  if (!selected) throw new Rejection('moduleNotFound')
  const { userModuleId: id, module, isActive } = selected
  return { id, module, isActive }
}

const shownAnswer = (given: MarkedAnswer, addressOf: PictureAddressOf) => {
  const { answer, question, isWithheld, tier } = given
  const opened = given.opened && askedQuestion(given.opened, addressOf)
  return isWithheld
    ? { ...withheldAnswer(question, answer.answer), isWithheld, opened }
    : { ...answerResult(question, answer, { shows: tierShows[tier], addressOf }), isWithheld, opened }
}
