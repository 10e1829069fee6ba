import { z } from 'zod'
import { QuestionContent } from '../questions/content.ts'
import { rejectionReasons } from '../questions/generation-day.ts'
import { moduleNames } from '../study/modules.ts'
import { printableText } from '../text.ts'
import { call } from './call.ts'

const reviewDecisions = ['kept', 'revised', 'retired'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

/** What happens to a question in its life. */
export const questionTurns = [
  'added',
  'revised',
  'retired',
  'restored',
  'promoted',
  'withdrawn',
  'review_requested',
  'review_decided',
] as const

const choicePercents = z.array(z.object({ choice: z.string(), percent: z.number() }))

/** How a version of a question did. Only a person's first answer to it counts. */
export const QuestionStatistics = z.object({
  version: z.int(),
  answers: z.int(),
  /** Percent; 50 before the first answer. */
  correctRate: z.number(),
  /** Whole seconds; 90 before the first answer. */
  averageTimeSeconds: z.number(),
  /** Point-biserial correlation with the learner's other answers, -1 to 1; null while there are too few. */
  discrimination: z.number().nullable(),
  /** Every choice as the version has it, in the order in which learners see them; whole percents, which are 0 before the first answer. */
  choices: choicePercents,
})
export type QuestionStatistics = z.infer<typeof QuestionStatistics>

export const ReviewQueueEntry = z.object({
  questionId: z.uuid(),
  module: z.enum(moduleNames),
  stem: z.string(),
  version: z.int(),
  situation: z.enum(['active', 'withdrawn', 'retired']),
  withdrawnFor: z.enum(['review_requests', 'correct_rate']).nullable(),
  isPilot: z.boolean(),
  /** How many people wait for a decision. */
  openRequests: z.int(),
  oldestRequestAt: z.iso.datetime().nullable(),
  /** Of the current version. */
  answers: z.int(),
  correctRate: z.number(),
})
export type ReviewQueueEntry = z.infer<typeof ReviewQueueEntry>

export const QuestionReview = z.object({
  ...ReviewQueueEntry.shape,
  content: QuestionContent,
  source: z.enum(['curated', 'ai']),
  /** Whether there is anything to decide. */
  isOpen: z.boolean(),
  /** How many requests there ever were, decided ones among them; whoever decides says it again. */
  requestsMade: z.int(),
  /** Those who ask stay unnamed; their words go with their account. Newest first. */
  requests: z.array(
    z.object({ id: z.uuid(), version: z.int(), reason: z.string().nullable(), requestedAt: z.iso.datetime(), isOpen: z.boolean() }),
  ),
  /** Newest version first; every version has an entry. */
  statistics: z.array(QuestionStatistics),
  /** Newest first. */
  history: z.array(
    z.object({
      /** Place among the question's events, from 0. */
      revision: z.int(),
      at: z.iso.datetime(),
      what: z.enum(questionTurns),
      /** Null where it holds for the question as a whole. */
      version: z.int().nullable(),
      /** Who or what was behind it: `bank`, `review`, `curated`, `ai`, `review_requests`, `correct_rate`, or what was decided. */
      cause: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
})
export type QuestionReview = z.infer<typeof QuestionReview>

export const ReviewRequest = z.object({
  id: z.uuid(),
  questionId: z.uuid(),
  version: z.int(),
  /** As the version says it that was doubted. */
  stem: z.string(),
  reason: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  outcome: z.enum(['open', ...reviewDecisions]),
  note: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

const params = z.object({ id: z.uuid() })

export const reviewCalls = {
  'GET /api/questions/{id}/statistics': call({
    summary:
      'What percent chose each option of the version that the caller answered; null before the caller has answered it and 30 people have.',
    access: 'student',
    service: 'read-api',
    params,
    response: z.object({ answers: z.int(), choices: choicePercents.nullable() }),
    errors: ['questionNotFound'],
  }),
  'GET /api/user/review-requests': call({
    summary: "The caller's review requests and what became of them, newest first.",
    access: 'student',
    service: 'read-api',
    response: z.array(ReviewRequest),
    errors: [],
  }),
  'GET /api/admin/reviews': call({
    summary: 'Questions that wait for a decision: withdrawn ones first, then by the number of open requests.',
    access: 'admin',
    service: 'read-api',
    response: z.array(ReviewQueueEntry),
    errors: [],
  }),
  'GET /api/admin/reviews/{id}': call({
    summary: 'One question with its requests, statistics and history.',
    access: 'admin',
    service: 'read-api',
    params,
    response: QuestionReview,
    errors: ['questionNotFound'],
  }),
  'POST /api/admin/reviews/{id}/resolve': call({
    summary: 'Keep, revise or retire a question. A revision is a new version; earlier answers stay with the version that they answered.',
    access: 'admin',
    service: 'command-api',
    params,
    body: z.object({
      version: z.int().min(1),
      /** `requestsMade` as the educator saw it: a request that came since is not decided unread. */
      requestsSeen: z.int().min(0),
      decision: z.enum(reviewDecisions),
      note: printableText({ max: 2000, required: 'Please say a word to those who asked.' }),
      content: QuestionContent.nullable().default(null),
    }),
    response: z.object({ questionId: z.uuid(), version: z.int(), situation: z.enum(['active', 'retired']) }),
    errors: ['questionNotFound', 'conflict', 'revisionMissing', 'revisionRefused'],
  }),
} as const

/** What the generator did. */
export const generationCalls = {
  'GET /api/admin/generation': call({
    summary: 'Whether questions are generated, and how it went in the last 30 days.',
    access: 'admin',
    service: 'read-api',
    response: z.object({
      isEnabled: z.boolean(),
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
    errors: [],
  }),
} as const
