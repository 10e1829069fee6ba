import { z } from 'zod'
import { ItemAnswer } from '../questions/content/item.ts'
import { visitor } from './call/call.ts'
import { existing } from './call/examples.ts'
import { pictureAtAddress } from './questions/pictures.ts'
import { AnswerResult, Question } from './questions/questions.ts'

/** Answers are judged and not recorded. */
export const sampleCalls = {
  'GET /api/samples': visitor.read({
    summary: 'The questions to try without an account, before they are answered. Withdrawn ones are left out.',
    response: z.array(Question),
  }),
  'GET /api/samples/pictures/{address}': visitor.read({
    summary: 'A picture of a question to try without an account.',
    ...pictureAtAddress,
  }),
  'POST /api/samples/{id}/answer': visitor.command({
    summary:
      'Check an answer to a trial question, by the version that was shown, and get the explanation. It does not count and can be repeated.',
    params: z.object({ id: z.uuid() }),
    body: z.object({ version: z.int('Please choose the version that was shown.').min(1), answer: ItemAnswer }),
    response: AnswerResult,
    errors: ['questionNotFound', 'answerRequired', 'answerNotAChoice', 'tooManyRequests'],
    example: { params: { id: existing.questionId }, body: { version: 1, answer: { kind: 'multiple_choice', option: 'c' } } },
  }),
} as const
