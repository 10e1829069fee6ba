import { z } from 'zod'
import { reviewFigureNames } from '../../admin/shown/figure-names.ts'
import { QuestionContent } from '../../questions/content/content.ts'
import { GuidelineChange } from '../../questions/guideline-change.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { questionSources } from '../../questions/shown/terms.ts'
import { asOf, onDay } from '../admin/as-of.ts'
import { FigureFact } from '../admin/business.ts'
import { reviewQuestions } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { reviewDecisions } from './admin-forms.ts'

export type ReviewDecision = (typeof reviewDecisions)[number]

export const questionTurns = [
  'added',
  'revised',
  'retired',
  'restored',
  'promoted',
  'withdrawn',
  'outdated',
  'review_requested',
  'review_decided',
  'bank_offered',
  'bank_settled',
] as const

export const choicePercents = z.array(z.object({ choice: z.string(), isRight: z.boolean(), percent: z.number() }))

/** Only a person's first answer counts. */
export const QuestionStatistics = z.object({
  version: z.int(),
  answers: z.int(),
  /** Percent; 50 before the first answer. */
  correctRate: z.number(),
  /** Whole seconds; 90 before the first answer. */
  averageTimeSeconds: z.number(),
  /** Point-biserial correlation with the learner's other answers, -1 to 1. */
  discrimination: z.number().nullable(),
  /** In the order learners see; whole percents. */
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
  openRequests: z.int(),
  oldestRequestAt: z.iso.datetime().nullable(),
  /** The bank's file differs from an educator's version, undecided. */
  hasBankOffer: z.boolean(),
  /** A guideline changed, and no one has decided yet. */
  isOutdated: z.boolean(),
  answers: z.int(),
  correctRate: z.number(),
})
export type DoubtedQuestion = z.infer<typeof DoubtedQuestion>

export const DoubtedQuestionInFull = z.object({
  ...DoubtedQuestion.shape,
  content: QuestionContent,
  source: z.enum(questionSources),
  bankOffer: z.object({ offer: z.int(), bankId: z.string(), content: QuestionContent, offeredAt: z.iso.datetime() }).nullable(),
  /** Of guidelines since this version, undecided. */
  changes: z.array(GuidelineChange),
  /** By a language model, while such a change is undecided. */
  proposal: QuestionContent.nullable(),
  isOpen: z.boolean(),
  /** All requests ever made, and times that a guideline made it outdated; a decision repeats it as `requestsSeen`. */
  requestsMade: z.int(),
  /** Requesters stay anonymous; their words go with their account. */
  requests: z.array(
    z.object({ id: z.uuid(), version: z.int(), reason: z.string().nullable(), requestedAt: z.iso.datetime(), isOpen: z.boolean() }),
  ),
  statistics: z.array(QuestionStatistics),
  history: z.array(
    z.object({
      /** Index among the question's events. */
      revision: z.int(),
      at: z.iso.datetime(),
      what: z.enum(questionTurns),
      version: z.int().nullable(),
      cause: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
})
export type DoubtedQuestionInFull = z.infer<typeof DoubtedQuestionInFull>

/** A module whose automatic withdrawals have stopped until an educator decides. */
export const WithdrawalStop = z.object({
  module: z.enum(moduleNames),
  stoppedAt: z.iso.datetime(),
  withdrawn: z.int(),
  questions: z.int(),
})
export type WithdrawalStop = z.infer<typeof WithdrawalStop>

export const ReviewRequest = z.object({
  id: z.uuid(),
  questionId: z.uuid(),
  version: z.int(),
  /** Of the version it is about. */
  stem: z.string(),
  reason: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  outcome: z.enum(['open', ...reviewDecisions]),
  note: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

export const ReviewFigures = z.object({
  asOf: z.iso.date(),
  waitingQuestions: z.int(),
  withdrawnQuestions: z.int(),
  /** People, each once per question. */
  openRequests: z.int(),
  /** Questions where the bank's file differs from an educator's version. */
  bankOffers: z.int(),
})
export type ReviewFigures = z.infer<typeof ReviewFigures>

const figure = {
  params: z.object({ figure: z.enum(reviewFigureNames) }),
  query: z.object({
    from: z.iso.date().optional(),
    asOf,
    group: z.string().max(40).optional(),
    /** Required for `versionAnswers` and `versionCorrectAnswers`, with the version. */
    questionId: z.uuid().optional(),
    version: z.coerce.number().int().min(1).optional(),
  }),
  example: {
    params: { figure: 'openRequests' },
    query: { from: '2026-01-01', asOf: '2027-06-15', group: undefined, questionId: existing.questionId, version: undefined },
  },
} as const

export const reviewFigureCalls = {
  'GET /api/admin/review-figures': reviewQuestions.read({
    summary: 'The number of open tasks of the educators.',
    ...onDay,
    response: ReviewFigures,
  }),
  'GET /api/admin/review-figures/{figure}': reviewQuestions.read({
    summary: 'The value of a review figure.',
    ...figure,
    response: z.object({ asOf: z.iso.date(), value: z.int() }),
  }),
  'GET /api/admin/review-figures/{figure}/facts': reviewQuestions.read({
    summary: 'The events behind a review figure, latest first, without names.',
    page: true,
    ...figure,
    response: z.array(FigureFact),
  }),
} as const
