import type { Response } from '../api/client.ts'
import { keptInsteadOf } from './kept-reads.ts'

type Question = Response<'GET /api/questions/{id}'>

/** What is kept of a question by itself. */
export const keptQuestion = (id: string): string => `question ${id}`

/** Without what is right of the parts before it; null where it was answered, or may not be. */
export const questionWithoutKeys = (question: Question): Question | null =>
  question.answer !== null || question.isWithheld ? null : { ...question, earlierParts: [] }

/** The question as it was kept. Throws the error where it was not, or the error is another than a lost connection. */
export const questionInsteadOf = async (error: unknown, id: string): Promise<Question> =>
  (await keptInsteadOf(error, keptQuestion(id))) as Question
