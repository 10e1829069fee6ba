import { tierShows } from '@medicready/domain/billing/tiers'
import { answerResult, askedQuestion, type PictureAddressOf, withheldAnswer } from '@medicready/domain/contract/questions/answer-result'
import type { cardCalls } from '@medicready/domain/contract/study/cards'
import type { quizCalls } from '@medicready/domain/contract/study/quizzes'
import type { studyCalls } from '@medicready/domain/contract/study/study'
import type { studySessionCalls } from '@medicready/domain/contract/study/study-sessions'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { SelectedModule } from '@medicready/domain/study/module-selection'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { assignDailyQuestions } from './assign-daily-questions.ts'
import { beginSession } from './begin-session.ts'
import { completeSession } from './complete-session.ts'
import { decideCard } from './decide-card.ts'
import { flagQuestion } from './flag-question.ts'
import { deleteQuizPreset, saveQuizPreset } from './quiz-presets.ts'
import { changeModule, selectModule } from './select-module.ts'
import { type MarkedAnswer, submitAnswer } from './submit-answer.ts'

type RoomCalls = typeof studyCalls & typeof studySessionCalls & typeof cardCalls & typeof quizCalls

export const studyRoutes = (parts: RouteParts): CommandHandlers<RoomCalls> => ({
  'POST /api/user/modules': async ({ body, identity, context }) =>
    shownModule(await selectModule(parts, { ...body, userId: identity.userId }, context)),

  'PATCH /api/user/modules/{id}': async ({ params, body, identity, context }) => {
    const command = { ...body, userId: identity.userId, userModuleId: params.id }
    return shownModule(await changeModule(parts, command, context))
  },

  'POST /api/daily-questions/generate': async ({ body, identity, context }) => {
    const command = { ...body, userId: identity.userId }
    const questions = await assignDailyQuestions(parts, command, context)
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
    return shownAnswer(await submitAnswer(parts, command, context), parts.pictureAddressOf)
  },

  'POST /api/user/responses': async ({ body, identity, context }) => {
    const { timeSpent: timeSpentSeconds, ...given } = ownAnswer(body, identity)
    const command = { ...given, timeSpentSeconds, userId: identity.userId }
    return shownAnswer(await submitAnswer(parts, command, context), parts.pictureAddressOf)
  },

  'POST /api/questions/{id}/review-later': async ({ params, identity, context }) => {
    const command = { questionId: params.id, userId: identity.userId }
    await flagQuestion(parts, command, context)
    return { flaggedForReview: true }
  },

  'POST /api/study-session/generate': async ({ body, identity, context }) => {
    const wish = { ...body, userId: identity.userId }
    const answer = await beginSession(parts, wish, context)
    const questions = answer.questions.map((question) => question && askedQuestion(question, parts.pictureAddressOf))
    return { ok: true, sessionId: answer.studySessionId, mode: body.mode, questions }
  },

  'POST /api/study-sessions/{id}/complete': async ({ params, identity, context }) => {
    const completion = { userId: identity.userId, studySessionId: params.id, endedBy: 'learner' } as const
    await completeSession(parts, completion, context)
    return { completed: true }
  },

  'POST /api/review/cards/{questionId}/suspend': async ({ params, identity, context }) => {
    const decision = { ...params, userId: identity.userId, kind: 'suspend' } as const
    await decideCard(parts, decision, context)
    return { isSuspended: true }
  },

  'POST /api/review/cards/{questionId}/bring-back': async ({ params, identity, context }) => {
    const decision = { ...params, userId: identity.userId, kind: 'bringBack' } as const
    await decideCard(parts, decision, context)
    return { isSuspended: false }
  },

  'POST /api/review/cards/{questionId}/undo': async ({ params, body, identity, context }) => {
    const decision = { ...params, ...body, userId: identity.userId, kind: 'undo' } as const
    await decideCard(parts, decision, context)
    return { undone: true }
  },

  'POST /api/quizzes/presets': ({ body, identity, context }) => saveQuizPreset(parts, { ...body, userId: identity.userId }, context),

  'DELETE /api/quizzes/presets/{id}': async ({ params, identity, context }) => {
    const command = { userId: identity.userId, presetId: params.id }
    await deleteQuizPreset(parts, command, context)
    return { deleted: true }
  },
})

/** An answer that waited in a browser belongs to the person who gave it. */
function ownAnswer<Body extends { readonly givenBy: string | null }>({ givenBy, ...given }: Body, identity: { readonly userId: string }) {
  if (givenBy !== null && givenBy !== identity.userId) throw new Rejection('answerOfAnother')
  return given
}

const shownModule = ({ userModuleId, module, isActive }: SelectedModule) => ({ id: userModuleId, module, isActive })

const shownAnswer = (given: MarkedAnswer, addressOf: PictureAddressOf) => {
  const { answer, question, isWithheld, tier } = given
  const opened = given.opened && askedQuestion(given.opened, addressOf)
  return isWithheld
    ? { ...withheldAnswer(question, answer.answer), isWithheld, opened }
    : { ...answerResult(question, answer, { shows: tierShows[tier], addressOf }), isWithheld, opened }
}
