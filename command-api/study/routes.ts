import { tierShows } from '@medicready/domain/billing/tiers'
import type { studyCalls } from '@medicready/domain/contract/study/study'
import type { Outcome } from '@medicready/domain/outcome'
import { answerResult, askedQuestion, withheldAnswer } from '@medicready/domain/questions/answer-result'
import type { PictureAddressOf } from '@medicready/domain/questions/pictures/shown-picture'
import { Rejection } from '@medicready/domain/rejection'
import type { SelectedModule } from '@medicready/domain/study/module-selection'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { assignDailyQuestions } from './assign-daily-questions.ts'
import { changeModule } from './change-module.ts'
import { flagQuestion } from './flag-question.ts'
import { selectModule } from './select-module.ts'
import { type MarkedAnswer, submitAnswer } from './submit-answer.ts'

export const studyRoutes = (parts: RouteParts): Handlers<typeof studyCalls, 'command-api'> => ({
  'POST /api/user/modules': async ({ body, identity, http }) =>
    shownModule(await selectModule(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock))),

  'PATCH /api/user/modules/{id}': async ({ params, body, identity, http }) => {
    const command = { ...body, userId: identity.userId, userModuleId: params.id }
    return shownModule(await changeModule(parts, command, requestContext(http, parts.clock)))
  },

  'POST /api/daily-questions/generate': async ({ body, identity, http }) => {
    const command = { ...body, userId: identity.userId }
    const { answer: questions, position } = await assignDailyQuestions(parts, command, requestContext(http, parts.clock))
    return { answer: { count: questions.length, questions: [...questions] }, position }
  },

  'POST /api/questions/{id}/answer': async ({ params, body, identity, http }) => {
    const { timeSpent: timeSpentSeconds, ...given } = ownAnswer(body, identity)
    const command = {
      ...given,
      timeSpentSeconds,
      confidence: null,
      flaggedForReview: false,
      questionId: params.id,
      userId: identity.userId,
    }
    return shownAnswer(await submitAnswer(parts, command, requestContext(http, parts.clock)), parts.pictureAddressOf)
  },

  'POST /api/user/responses': async ({ body, identity, http }) => {
    const { timeSpent: timeSpentSeconds, ...given } = ownAnswer(body, identity)
    const command = { ...given, timeSpentSeconds, userId: identity.userId }
    return shownAnswer(await submitAnswer(parts, command, requestContext(http, parts.clock)), parts.pictureAddressOf)
  },

  'POST /api/questions/{id}/review-later': async ({ params, identity, http }) => {
    const command = { questionId: params.id, userId: identity.userId }
    const { position } = await flagQuestion(parts, command, requestContext(http, parts.clock))
    return { answer: { flaggedForReview: true }, position }
  },
})

/** An answer that waited in a browser is of whoever gave it there. */
function ownAnswer<Body extends { readonly givenBy: string | null }>({ givenBy, ...given }: Body, identity: { readonly userId: string }) {
  if (givenBy !== null && givenBy !== identity.userId) throw new Rejection('answerOfAnother')
  return given
}

const shownModule = ({ answer: { userModuleId, module, isActive }, position }: Outcome<SelectedModule>) => ({
  answer: { id: userModuleId, module, isActive },
  position,
})

const shownAnswer = ({ answer: given, position }: Outcome<MarkedAnswer>, addressOf: PictureAddressOf) => {
  const { answer, question, isWithheld, tier } = given
  const opened = given.opened && askedQuestion(given.opened, addressOf)
  return {
    answer: isWithheld
      ? { ...withheldAnswer(question, answer.answer), isWithheld, opened }
      : { ...answerResult(question, answer, { shows: tierShows[tier], addressOf }), isWithheld, opened },
    position,
  }
}
