import { z } from 'zod'
import { ItemAnswer } from '../questions/item.ts'
import { call } from './call.ts'
import { existing } from './examples.ts'
import { PictureAddress } from './questions/pictures.ts'
import { AnswerResult, Question } from './questions/questions.ts'

/** A few questions that anybody may try without an account. What is answered to them is judged and kept nowhere. */
export const sampleCalls = {
  'GET /api/samples': call({
    summary:
      'The questions that can be tried without an account, as they are before they are answered. One that educators have withdrawn is left out.',
    access: 'visitor',
    service: 'read-api',
    response: z.array(Question),
    errors: [],
    example: {},
  }),
  'GET /api/samples/pictures/{address}': call({
    summary: 'A picture of a question that can be tried without an account.',
    access: 'visitor',
    service: 'read-api',
    params: z.object({ address: PictureAddress }),
    file: 'image/*',
    response: z.never(),
    responseHeaders: ['etag'],
    errors: ['pictureNotFound'],
    example: { params: { address: existing.pictureAddress } },
  }),
  'POST /api/samples/{id}/answer': call({
    summary:
      'Have an answer to such a question judged, by the version that was shown, and see all that an answer uncovers. It counts nowhere, and may be given again.',
    access: 'visitor',
    service: 'command-api',
    params: z.object({ id: z.uuid() }),
    body: z.object({ version: z.int('Please say which version was shown.').min(1), answer: ItemAnswer }),
    response: AnswerResult,
    errors: ['questionNotFound', 'answerRequired', 'answerNotAChoice', 'tooManyRequests'],
    example: { params: { id: existing.questionId }, body: { version: 1, answer: { kind: 'multiple_choice', option: 'c' } } },
  }),
} as const
