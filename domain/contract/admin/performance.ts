import { z } from 'zod'
import { runBusiness } from '../call/call.ts'
import { onDay } from './as-of.ts'

/** Days, weeks (from Monday) and months are UTC. */

const day = z.iso.date()
const month = z.string().regex(/^\d{4}-\d{2}$/)
const active = z.int()

export const Performance = z.object({
  asOf: day,
  answers: z.int(),
  scoredAnswers: z.int(),
  correctAnswers: z.int(),
  accuracy: z.number().nullable(),
  activeStudents: z.int(),
  days: z.array(z.object({ day, answers: z.int(), scoredAnswers: z.int(), correctAnswers: z.int(), active })),
  weeks: z.array(z.object({ week: day, answers: z.int(), active })),
  months: z.array(z.object({ month, answers: z.int(), active })),
  retention: z.object({
    cohorts: z.array(
      z.object({
        month,
        size: z.int(),
        /** Answered in that month, the next, and so on. */
        active: z.array(z.int()),
      }),
    ),
    /**
     * Over all finished cohorts, the share that answered that many months later, 0 to 1; null where none is that old.
     */
    curve: z.array(z.number().nullable()),
  }),
  funnel: z.array(z.object({ step: z.enum(['registered', 'verified', 'firstAnswers', 'firstPayments']), students: z.int() })),
  bank: z.object({
    questionsInBank: z.int(),
    questionsOnTrial: z.int(),
    questionsWithdrawn: z.int(),
    questionsRetired: z.int(),
    reviewRequests: z.int(),
  }),
})
export type Performance = z.infer<typeof Performance>

export const adminPerformanceCalls = {
  'GET /api/admin/performance': runBusiness.read({
    summary: 'Answers, who is active, who stays, the way from registration to payment, and the bank of questions.',
    ...onDay,
    response: Performance,
  }),
} as const
