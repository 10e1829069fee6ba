import type { SentAnswer } from '../answering/answer/delivery.ts'
import type { Response } from '../api/client.ts'
import { keptInsteadOf } from './kept-reads.ts'
import { keepUnsent } from './outbox-of-browser.ts'

type Question = Response<'GET /api/questions/{id}'>

export const keptQuestion = (id: string): string => `question ${id}`

/** Without the answers to the parts before it; null where it was answered, or may not be. */
export const questionWithoutKeys = (question: Question): Question | null =>
  question.answer !== null || question.isWithheld ? null : { ...question, earlierParts: [] }

/** Rethrows the error where the question was not kept, or the error is not a lost connection. */
export const questionInsteadOf = async (error: unknown, id: string): Promise<Question> =>
  (await keptInsteadOf(error, keptQuestion(id))) as Question

/** Rejects with the original error where the answer cannot be kept. */
export async function keepAnswerTo(
  error: unknown,
  { id, stem }: Pick<Question, 'id' | 'stem'>,
  { answer, timeSpent, userId }: Pick<SentAnswer, 'answer' | 'timeSpent'> & { readonly userId: string },
): Promise<null> {
  const body = { questionId: id, answer, timeSpent }
  await keepUnsent(error, { userId, questionId: id, studySessionId: null, stem, answer, body })
  return null
}
