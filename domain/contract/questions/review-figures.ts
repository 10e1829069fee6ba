import { z } from 'zod'
import { reviewFigureNames } from '../../admin/figure-names.ts'
import { asOf } from '../admin/as-of.ts'
import { FigureFact } from '../admin/business.ts'
import { read } from '../call/call.ts'
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

const params = z.object({ figure: z.enum(reviewFigureNames) })
const query = z.object({
  from: z.iso.date().optional(),
  asOf,
  group: z.string().max(40).optional(),
  /** Required for `versionAnswers` and `versionCorrectAnswers`, with the version. */
  questionId: z.uuid().optional(),
  version: z.coerce.number().int().min(1).optional(),
})
const example = {
  params: { figure: 'openRequests' },
  query: { from: '2026-01-01', asOf: '2027-06-15', group: undefined, questionId: existing.questionId, version: undefined },
} as const

export const reviewFigureCalls = {
  'GET /api/admin/review-figures': read({
    summary: 'The number of open tasks of the educators.',
    access: 'reviewQuestions',
    query: z.object({ asOf }),
    response: ReviewFigures,
    example: { query: { asOf: '2027-06-15' } },
  }),
  'GET /api/admin/review-figures/{figure}': read({
    summary: 'The value of a review figure.',
    access: 'reviewQuestions',
    params,
    query,
    response: z.object({ asOf: z.iso.date(), value: z.int() }),
    example,
  }),
  'GET /api/admin/review-figures/{figure}/facts': read({
    summary: 'The events behind a review figure, latest first, without names.',
    access: 'reviewQuestions',
    page: true,
    params,
    query,
    response: z.array(FigureFact),
    example,
  }),
} as const
