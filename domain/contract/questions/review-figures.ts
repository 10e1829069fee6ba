import { z } from 'zod'
import { reviewFigureNames } from '../../admin/figure-names.ts'
import { asOf, onDay } from '../admin/as-of.ts'
import { FigureFact } from '../admin/business.ts'
import { reviewQuestions } from '../call/call.ts'
import { existing } from '../call/examples.ts'

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
