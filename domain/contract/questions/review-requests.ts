import { z } from 'zod'
import { QuestionContent } from '../../questions/content.ts'
import { questionSources } from '../../questions/terms.ts'
import { moduleNames } from '../../study/modules.ts'

export const reviewDecisions = ['kept', 'revised', 'retired'] as const
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
  'bank_offered',
  'bank_settled',
] as const

/** What percent made each choice, and whether it is part of the right answer. */
export const choicePercents = z.array(z.object({ choice: z.string(), isRight: z.boolean(), percent: z.number() }))

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
  /**
   * Every choice as the version has it, in the order in which learners see them; whole percents, which are 0 before the
   * first answer.
   */
  choices: choicePercents,
})
export type QuestionStatistics = z.infer<typeof QuestionStatistics>

export const DoubtedQuestion = z.object({
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
  /** Whether the bank's file says something else than an educator wrote, and no one has decided on it. */
  hasBankOffer: z.boolean(),
  /** Of the current version. */
  answers: z.int(),
  correctRate: z.number(),
})
export type DoubtedQuestion = z.infer<typeof DoubtedQuestion>

export const DoubtedQuestionInFull = z.object({
  ...DoubtedQuestion.shape,
  content: QuestionContent,
  source: z.enum(questionSources),
  /** What the bank's file says instead, until someone decides; null where nothing waits. */
  bankOffer: z.object({ offer: z.int(), bankId: z.string(), content: QuestionContent, offeredAt: z.iso.datetime() }).nullable(),
  /** Whether there is anything to decide in a review. */
  isOpen: z.boolean(),
  /** How many requests there ever were, decided ones among them; the person who decides says it again. */
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
      /**
       * Who or what was behind it: `bank`, `review`, `educator`, `curated`, `ai`, `review_requests`, `correct_rate`, or
       * what was decided.
       */
      cause: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
})
export type DoubtedQuestionInFull = z.infer<typeof DoubtedQuestionInFull>

/** A module of which no more questions are withdrawn without an educator's word. */
export const WithdrawalStop = z.object({
  module: z.enum(moduleNames),
  stoppedAt: z.iso.datetime(),
  /** How many are withdrawn, of how many. */
  withdrawn: z.int(),
  questions: z.int(),
})
export type WithdrawalStop = z.infer<typeof WithdrawalStop>

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
