import { z } from 'zod'
import { bloomsLevels, difficulties, questionTypes } from '../questions/terms.ts'
import { moduleNames } from '../study/modules.ts'
import { printableText } from '../text.ts'
import { call } from './call.ts'

/** A question before it is answered: nothing in it tells which choice is right. */
export const Question = z.object({
  id: z.uuid(),
  version: z.int(),
  module: z.enum(moduleNames),
  questionType: z.enum(questionTypes),
  stem: z.string(),
  choices: z.array(z.string()),
  difficulty: z.enum(difficulties),
  bloomsLevel: z.enum(bloomsLevels),
})
export type Question = z.infer<typeof Question>

/** What an answer uncovers. */
export const AnsweredQuestion = Question.extend({
  correctAnswer: z.string(),
  explanation: z.string(),
  /** Why each of the other choices is not the answer. */
  rationales: z.array(z.object({ text: z.string(), rationale: z.string() })),
  clinicalPearl: z.string(),
  references: z.array(z.string()),
})
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>

export const AnswerResult = z.object({ isCorrect: z.boolean(), selectedAnswer: z.string(), question: AnsweredQuestion })
export type AnswerResult = z.infer<typeof AnswerResult>

const params = z.object({ id: z.uuid() })
const selectedAnswer = printableText({ max: 300, required: 'Please select an answer before submitting.' })
/** Whole seconds that the person looked at the question; a day at the most. */
const timeSpent = z.int().min(0).max(86_400)

export const questionCalls = {
  'GET /api/questions/{id}': call({
    summary: 'A question as it was delivered to the caller. `answer` stays null until the caller has answered it.',
    access: 'student',
    service: 'read-api',
    params,
    response: Question.extend({ answer: AnswerResult.nullable(), flaggedForReview: z.boolean() }),
    errors: ['questionNotFound'],
  }),
  'POST /api/questions/{id}/answer': call({
    summary: 'Answer a question. The first answer of the day stands; sending another one answers the first again.',
    access: 'student',
    service: 'command-api',
    params,
    body: z.object({ selectedAnswer, timeSpent: timeSpent.default(0) }),
    response: AnswerResult,
    errors: ['questionNotFound', 'answerNotAChoice', 'dailyLimitReached', 'conflict'],
  }),
  'POST /api/questions/{id}/review-later': call({
    summary: 'Flag a question of the day, to see it again. Flagging it again changes nothing.',
    access: 'student',
    service: 'command-api',
    params,
    response: z.object({ flaggedForReview: z.literal(true) }),
    errors: ['questionNotFound', 'conflict'],
  }),
  'POST /api/questions/{id}/request-review': call({
    summary: 'Ask the educators to look at a question, in the version that the learner saw. Asking again counts once.',
    access: 'student',
    service: 'command-api',
    params,
    body: z.object({
      reason: printableText({ max: 2000, required: 'Please provide a reason for requesting this review.' }),
      /** The version that is doubted; the current one when nothing is said. */
      version: z.int().min(1).nullable().default(null),
    }),
    response: z.object({ message: z.string() }),
    errors: ['questionNotFound', 'conflict'],
  }),
  'POST /api/user/responses': call({
    summary: 'Record the answer of a study session, with confidence and flag.',
    access: 'student',
    service: 'command-api',
    body: z.object({
      questionId: z.uuid(),
      selectedAnswer,
      timeSpent,
      confidence: z.int().min(1).max(5).nullable().default(null),
      flaggedForReview: z.boolean().default(false),
    }),
    response: AnswerResult,
    errors: ['questionNotFound', 'answerNotAChoice', 'dailyLimitReached', 'conflict'],
  }),
} as const
