import type { SubmittedAnswer } from '../answering/delivery.ts'
import type { Response } from '../api/client.ts'
import { keptInsteadOf } from './kept-reads.ts'
import { keepUnsent } from './outbox-of-browser.ts'

type Question = Response<'GET /api/questions/{id}'>

/** What is kept of a question by itself. */
export const keptQuestion = (id: string): string => `question ${id}`

/** Without what is right of the parts before it; null where it was answered, or may not be. */
export const questionWithoutKeys = (question: Question): Question | null =>
  question.answer !== null || question.isWithheld ? null : { ...question, earlierParts: [] }

/** The question as it was kept. Throws the error where it was not, or the error is another than a lost connection. */
export const questionInsteadOf = async (error: unknown, id: string): Promise<Question> =>
  (await keptInsteadOf(error, keptQuestion(id))) as Question

/** Keeps an answer that did not arrive, until it can be sent. Rejects with why it did not where that cannot be. */
export async function keepAnswerTo(
  error: unknown,
  { id, stem }: Pick<Question, 'id' | 'stem'>,
  { answer, timeSpent, userId }: Pick<SubmittedAnswer, 'answer' | 'timeSpent'> & { readonly userId: string },
): Promise<null> {
  const body = { questionId: id, answer, timeSpent }
  await keepUnsent(error, { userId, questionId: id, studySessionId: null, stem, answer, body })
  return null
}
