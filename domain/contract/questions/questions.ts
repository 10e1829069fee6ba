import { z } from 'zod'
import { rejectionReasons } from '../../questions/authoring/generation-day.ts'
import { AskedItem, ItemAnswer } from '../../questions/content/item.ts'
import { SelectionReason } from '../../questions/delivered-question.ts'
import { GuidelineChange } from '../../questions/guideline-change.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { bloomsLevels, difficulties, questionTypes } from '../../questions/shown/terms.ts'
import { asOf, onDay } from '../admin/as-of.ts'
import { reviewQuestions, signedIn } from '../call/call.ts'
import { exampleContent, existing } from '../call/examples.ts'
import { ReviewResolution } from './admin-forms.ts'
import { NewReviewRequest } from './forms.ts'
import { ShownPicture } from './pictures.ts'
import { choicePercents, DoubtedQuestion, DoubtedQuestionInFull, ReviewRequest, WithdrawalStop } from './review-requests.ts'

/** Re-exported for screens, which import only the contract. */
export type { AskedItem, ItemKind } from '../../questions/content/item.ts'
export { ItemAnswer }

const partOfSet = {
  /** From 1. */
  part: z.int(),
  of: z.int(),
}
export const PartOfSet = z.object(partOfSet)

/** Nothing in it tells which choice is right. */
export const Question = z.object({
  id: z.uuid(),
  version: z.int(),
  module: z.enum(moduleNames),
  questionType: z.enum(questionTypes),
  stem: z.string(),
  picture: ShownPicture.nullable(),
  scenario: z.object({ ...partOfSet, patient: z.string() }).nullable(),
  choices: z.array(z.string()),
  item: AskedItem,
  difficulty: z.enum(difficulties),
  bloomsLevel: z.enum(bloomsLevels),
})
export type Question = z.infer<typeof Question>

export const AnsweredQuestion = Question.extend({
  correctAnswer: z.string(),
  key: ItemAnswer,
  explanation: z.string(),
  explanationPicture: ShownPicture.nullable(),
  /** For single choice, of the wrong choices only. */
  rationales: z.array(z.object({ id: z.string(), text: z.string(), rationale: z.string() })),
  clinicalPearl: z.string(),
  references: z.array(z.string()),
  /** The latest change of a guideline that it rests on. */
  changed: GuidelineChange.nullable(),
  /** Rationales, references and statistics are left out for the caller's tier. */
  isShortened: z.boolean(),
})
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>

export const AnswerResult = z.object({
  isCorrect: z.boolean(),
  /** Empty if time ran out before an answer. */
  selectedAnswer: z.string(),
  answer: ItemAnswer.nullable(),
  /** Shown beside the mark; it does not affect the score. */
  parts: z.object({ right: z.int(), of: z.int() }),
  question: AnsweredQuestion,
})
export type AnswerResult = z.infer<typeof AnswerResult>

/** Of a question in an open timed exam, nothing tells what is right until it ends. */
export const WithheldAnswer = z.object({
  selectedAnswer: z.string(),
  answer: ItemAnswer.nullable(),
})
export type WithheldAnswer = z.infer<typeof WithheldAnswer>

export const ShownWhy = SelectionReason.extend({ changedIn: z.int().nullable() })
export type ShownWhy = z.infer<typeof ShownWhy>

const params = z.object({ id: z.uuid() })
const ofQuestion = { params, example: { params: { id: existing.questionId } } } as const

export const questionCalls = {
  'GET /api/questions/{id}': signedIn.read({
    summary:
      'A question as it was delivered to the caller; one that was not is not found. `answer` stays null until the caller has answered it. A part of a set is closed until the caller has answered the parts before it, which `earlierParts` shows in their order.',
    ...ofQuestion,
    response: Question.extend({
      answer: AnswerResult.nullable(),
      isWithheld: z.boolean(),
      flaggedForReview: z.boolean(),
      why: ShownWhy.nullable(),
      /** Empty for a first or only part; withheld ones are left out. */
      earlierParts: z.array(AnswerResult),
    }),
    errors: ['questionNotFound', 'partClosed'],
  }),
  'GET /api/questions/{id}/statistics': signedIn.read({
    summary:
      'The percentage that chose each option of the version that the caller answered. Null before the caller and 30 people have answered, during an open timed exam, and for tiers without it.',
    ...ofQuestion,
    response: z.object({ answers: z.int(), choices: choicePercents.nullable() }),
    errors: ['questionNotFound', 'partClosed'],
  }),
  'POST /api/questions/{id}/request-review': signedIn.command({
    summary:
      'Ask the educators to review the version of a question that the caller was given. Repeated requests count once. Ten requests a day.',
    params,
    body: NewReviewRequest,
    response: z.object({ message: z.string() }),
    errors: ['questionNotFound', 'partClosed', 'reviewLimitReached', 'conflict'],
    example: { params: { id: existing.questionId }, body: { reason: 'The guideline says otherwise since 2025.', version: 1 } },
  }),
  'GET /api/user/review-requests': signedIn.read({
    summary: "The caller's review requests and their outcomes, newest first.",
    page: true,
    response: z.array(ReviewRequest),
  }),
  'GET /api/admin/review-requests': reviewQuestions.read({
    summary: 'Questions waiting for a decision: withdrawn ones first, then by the number of open requests.',
    page: true,
    ...onDay,
    response: z.array(DoubtedQuestion),
  }),
  'GET /api/admin/review-requests/{id}': reviewQuestions.read({
    summary: 'One question with its requests, statistics and history.',
    params,
    query: z.object({ asOf }),
    response: DoubtedQuestionInFull,
    errors: ['questionNotFound'],
    example: { params: { id: existing.questionId }, query: { asOf: undefined } },
  }),
  'POST /api/admin/review-requests/{id}/resolve': reviewQuestions.command({
    summary: 'Keep, revise or retire a question. A revision is a new version; earlier answers stay with the version that they answered.',
    params,
    body: ReviewResolution,
    response: z.object({ questionId: z.uuid(), version: z.int(), situation: z.enum(['active', 'retired']) }),
    errors: ['questionNotFound', 'conflict', 'revisionMissing', 'revisionRefused', 'warningsUnread'],
    example: {
      params: { id: existing.questionId },
      body: {
        version: 1,
        requestsSeen: 1,
        decision: 'kept',
        note: 'The guideline still says so.',
        content: exampleContent,
        acceptWarnings: true,
      },
    },
  }),
  'GET /api/admin/withdrawal-stops': reviewQuestions.read({
    summary: 'Modules that have reached their limit of withdrawn questions.',
    ...onDay,
    response: z.array(WithdrawalStop),
  }),
  'GET /api/admin/generation': reviewQuestions.read({
    summary: 'Whether question generation is on, and its figures of the last 30 days.',
    ...onDay,
    response: z.object({
      /** `silent`: the worker does not answer. Null for an earlier day. */
      generator: z.enum(['on', 'off', 'silent']).nullable(),
      model: z.string().nullable(),
      days: z.array(
        z.object({
          date: z.iso.date(),
          attempts: z.int(),
          accepted: z.int(),
          rejected: z.array(z.object({ reason: z.enum(rejectionReasons), count: z.int() })),
          calls: z.int(),
          /** US dollars. */
          cost: z.number(),
        }),
      ),
      pilots: z.int(),
      promoted: z.int(),
    }),
  }),
} as const
