import { z } from 'zod'
import { mockBlueprints } from '../../exams/shown/blueprints.ts'
import { CalibrationBin } from '../../readiness/published.ts'
import { CategoryReadiness, chances, measured } from '../../readiness/readiness.ts'
import { reportedOutcomes } from '../../readiness/shown/rules.ts'
import { errors } from '../../refusals/shown/errors.ts'
import { signedIn, visitor } from '../call/call.ts'
import { existing } from '../call/examples.ts'

export type { CalibrationBin } from '../../readiness/published.ts'
export type { CategoryReadiness } from '../../readiness/readiness.ts'
export type { ReportedOutcome } from '../../readiness/shown/rules.ts'

const ChanceOfDay = z.object({ day: z.iso.date(), ...chances })
export type ChanceOfDay = z.infer<typeof ChanceOfDay>

const ReadinessFigures = z.object({
  ...chances,
  ...measured,
  /** Reported real outcomes. Below 50, chances are kept between .05 and .95. */
  realOutcomes: z.int(),
  byCategory: z.array(CategoryReadiness),
  /** End of each of the last 90 days with answers, from the hundredth scored answer on; the last is today. */
  trend: z.array(ChanceOfDay),
})
export type ReadinessFigures = z.infer<typeof ReadinessFigures>

export const Readiness = z.object({
  blueprint: z.enum(mockBlueprints),
  scoredAnswers: z.int(),
  missingAnswers: z.int(),
  figures: ReadinessFigures.nullable(),
  outcome: z
    .object({
      sittingId: z.uuid(),
      examDate: z.iso.date(),
      reported: z.enum(reportedOutcomes).nullable(),
    })
    .nullable(),
})
export type Readiness = z.infer<typeof Readiness>

const CalibrationFigures = z.object({
  bins: z.array(CalibrationBin),
  passed: z.int(),
  /** Mean squared error; 0 is best. */
  brierScore: z.number(),
  /** Of always predicting the share that passed. */
  brierScoreOfAConstant: z.number(),
  /** Mean absolute difference per bin, weighted by predictions. */
  expectedCalibrationError: z.number(),
})
export type CalibrationFigures = z.infer<typeof CalibrationFigures>

export const ReadinessCalibration = z.object({
  /** Predicted at the start; passed from a score of 70. */
  practiceExams: z.object({
    predictions: z.int(),
    /** Abandoned before the minimum number of questions; excluded. */
    left: z.int(),
    figures: CalibrationFigures.nullable(),
  }),
  nationalExams: z.object({
    predictions: z.int(),
    /** Reported as not taken; excluded. */
    notTaken: z.int(),
    /** Figures are null with fewer predictions. */
    leastShown: z.int(),
    figures: CalibrationFigures.nullable(),
  }),
})
export type ReadinessCalibration = z.infer<typeof ReadinessCalibration>

const reported = z.object({ outcome: z.enum(reportedOutcomes) })
const linkWords = errors.mailLinkInvalid.message

export const readinessCalls = {
  'POST /api/readiness/profile': signedIn.command({
    summary: 'Choose the exam for readiness and the study plan: the current or the former one.',
    body: z.object({ blueprint: z.enum(mockBlueprints) }),
    response: z.object({ blueprint: z.enum(mockBlueprints) }),
    errors: ['conflict'],
    example: { body: { blueprint: 'national_registry' } },
  }),
  'POST /api/readiness/outcome': signedIn.command({
    summary: 'Report the outcome of the real exam. The latest report counts.',
    body: reported.extend({ sittingId: z.uuid('Please choose the exam that this is about.') }),
    response: reported,
    errors: ['sittingNotFound', 'conflict'],
    example: { body: { sittingId: existing.sittingId, outcome: 'passed' } },
  }),
  'POST /api/readiness/outcome-link': visitor.command({
    summary: 'Report the outcome of the real exam with the emailed link, within 30 days. The latest report counts.',
    body: reported.extend({ token: z.string(linkWords).min(1, linkWords).max(200) }),
    response: reported,
    errors: ['mailLinkInvalid', 'tooManyRequests', 'conflict'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', outcome: 'passed' } },
  }),
  'GET /api/readiness': signedIn.read({
    summary: "The caller's chance to pass the exam today and what would raise it. Needs 100 scored answers.",
    response: Readiness,
  }),
  'GET /api/readiness/calibration': visitor.read({
    summary: 'How often predictions came true, for all students together.',
    response: ReadinessCalibration,
  }),
} as const
