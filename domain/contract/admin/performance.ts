import { z } from 'zod'
import { asOf } from '../accounts/students.ts'
import { call } from '../call.ts'

/** How students learn, and what they learn from. Days, weeks (from Monday on) and months are those of UTC. */

const day = z.iso.date()
/** `YYYY-MM` */
const month = z.string().regex(/^\d{4}-\d{2}$/)
const active = z.int()

export const Performance = z.object({
  asOf: day,
  answers: z.int(),
  scoredAnswers: z.int(),
  correctAnswers: z.int(),
  /** Right among the scored, 0 to 1; null while there is none. */
  accuracy: z.number().nullable(),
  /** Answered in the last 14 days. */
  activeStudents: z.int(),
  /** The last 90 days, oldest first. */
  days: z.array(z.object({ day, answers: z.int(), scoredAnswers: z.int(), correctAnswers: z.int(), active })),
  /** The last 26 weeks, each by its Monday, oldest first; the last goes to the day that is shown. */
  weeks: z.array(z.object({ week: day, answers: z.int(), active })),
  /** The last twelve months, oldest first; the last goes to the day that is shown. */
  months: z.array(z.object({ month, answers: z.int(), active })),
  /** By the month of registration, oldest first, at most twelve. */
  retention: z.object({
    cohorts: z.array(
      z.object({
        month,
        size: z.int(),
        /** How many of them answered in that month, in the next, and so on. */
        active: z.array(z.int()),
      }),
    ),
    /**
     * Of all cohorts whose month has ended: the share that answered so many months after its own, 0 to 1; null where no
     * cohort has come so far.
     */
    curve: z.array(z.number().nullable()),
  }),
  /** How many students have come to each step, in their order. */
  funnel: z.array(z.object({ step: z.enum(['registered', 'verified', 'firstAnswers', 'firstPayments']), students: z.int() })),
  bank: z.object({
    /** Given to students, those on trial among them. */
    questionsInBank: z.int(),
    questionsOnTrial: z.int(),
    /** Taken out until educators have looked at them. */
    questionsWithdrawn: z.int(),
    questionsRetired: z.int(),
    /** Made by students, of all time. */
    reviewRequests: z.int(),
  }),
})
export type Performance = z.infer<typeof Performance>

export const adminPerformanceCalls = {
  'GET /api/admin/performance': call({
    summary: 'Answers, who is active, who stays, the way from registration to payment, and the bank of questions.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ asOf }),
    response: Performance,
    errors: [],
    example: { query: { asOf: '2027-06-15' } },
  }),
} as const
