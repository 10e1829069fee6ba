import { z } from 'zod'
import { mockBlueprints } from '../../exams/blueprints.ts'
import { reportedOutcomes } from '../../readiness/rules.ts'
import { call } from '../call.ts'
import { errors } from '../errors.ts'
import { existing } from '../examples.ts'

export type { ReportedOutcome } from '../../readiness/rules.ts'

const chances = {
  /** To pass, 0 to 1, and the ends of an 80 % interval. */
  chance: z.number(),
  low: z.number(),
  high: z.number(),
}
const measured = {
  /** In logits, and its standard error. */
  ability: z.number(),
  standardError: z.number(),
  /** 0 to 100, of which 70 is the cut; never called a score of the National Registry. */
  score: z.int(),
}

const CategoryReadiness = z.object({
  /** A domain, or Clinical Judgment. */
  category: z.string(),
  /** Of the exam, 0 to 1. */
  share: z.number(),
  ...measured,
  /** First answers to its questions: what this is worked out from. */
  answers: z.int(),
  lastAnswered: z.iso.date().nullable(),
  /** By how much what was forgotten since has lowered the chance. */
  faded: z.number(),
  /** By how much the chance would rise if this category came to a score of 80; 0 where it is there. */
  gain: z.number(),
})
export type CategoryReadiness = z.infer<typeof CategoryReadiness>

const ChanceOfDay = z.object({ day: z.iso.date(), ...chances })
export type ChanceOfDay = z.infer<typeof ChanceOfDay>

const ReadinessFigures = z.object({
  ...chances,
  ...measured,
  /**
   * How many students have told how their real exam went. With fewer than 50 no chance above .95 or below .05 is said.
   */
  realOutcomes: z.int(),
  byCategory: z.array(CategoryReadiness),
  /**
   * The end of each of the last 90 days with answers, oldest first, from the day of the hundredth scored answer on; the
   * last is today as it stands.
   */
  trend: z.array(ChanceOfDay),
})
export type ReadinessFigures = z.infer<typeof ReadinessFigures>

export const Readiness = z.object({
  /** The exam that it is told of, as its learner has chosen. */
  blueprint: z.enum(mockBlueprints),
  scoredAnswers: z.int(),
  /** How many scored answers are missing until figures are shown; 0 from then on. */
  missingAnswers: z.int(),
  /** Null while answers are missing. */
  figures: ReadinessFigures.nullable(),
  /** The latest real exam whose outcome is asked for, or was told; null where there is none. */
  outcome: z
    .object({
      sittingId: z.uuid(),
      examDate: z.iso.date(),
      /** Null while it is unanswered. */
      reported: z.enum(reportedOutcomes).nullable(),
    })
    .nullable(),
})
export type Readiness = z.infer<typeof Readiness>

const CalibrationBin = z.object({
  /** Predictions from this chance on, */
  from: z.number(),
  /** and to below that one; the last of the ten bins holds 1 too. */
  to: z.number(),
  predictions: z.int(),
  passed: z.int(),
  /** The mean of what was said; null in an empty bin, as what follows. */
  said: z.number().nullable(),
  /** The share that passed, and its likely range (90 %). */
  happened: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type CalibrationBin = z.infer<typeof CalibrationBin>

const CalibrationFigures = z.object({
  bins: z.array(CalibrationBin),
  passed: z.int(),
  /** The mean squared distance of what was said from what happened: 0 is best. */
  brierScore: z.number(),
  /** Of who says the share that passed to everyone. */
  brierScoreOfAConstant: z.number(),
  /** By how much what happened in a bin is off what was said there, each bin by its predictions: 0 is best. */
  expectedCalibrationError: z.number(),
})
export type CalibrationFigures = z.infer<typeof CalibrationFigures>

export const ReadinessCalibration = z.object({
  /** Mock exams: predicted as they began, passed from a score of 70 on. */
  practiceExams: z.object({
    /** Predictions whose exam has ended. */
    predictions: z.int(),
    /** Exams that were left before their least number of questions: they say nothing, and are not among these. */
    left: z.int(),
    /** Null while there is none. */
    figures: CalibrationFigures.nullable(),
  }),
  /** The real exam: predicted on its day, as its students told how it went. */
  nationalExams: z.object({
    predictions: z.int(),
    /** Said not to have been taken: not among these. */
    notTaken: z.int(),
    /** With fewer predictions, no figure is told. */
    leastShown: z.int(),
    figures: CalibrationFigures.nullable(),
  }),
})
export type ReadinessCalibration = z.infer<typeof ReadinessCalibration>

const reported = z.object({ outcome: z.enum(reportedOutcomes) })
const linkWords = errors.mailLinkInvalid.message

/** How ready someone is for the exam, and how true such predictions have come. */
export const readinessCommandCalls = {
  'POST /api/readiness/profile': call({
    summary: 'Choose the exam for readiness and the study plan: the current or the former one.',
    access: 'signedIn',
    service: 'command-api',
    body: z.object({ blueprint: z.enum(mockBlueprints) }),
    response: z.object({ blueprint: z.enum(mockBlueprints) }),
    errors: ['conflict'],
    example: { body: { blueprint: 'national_registry' } },
  }),
  'POST /api/readiness/outcome': call({
    summary: 'Report the outcome of the real exam. The latest report counts.',
    access: 'signedIn',
    service: 'command-api',
    body: reported.extend({ sittingId: z.uuid('Please choose the exam that this is about.') }),
    response: reported,
    errors: ['sittingNotFound', 'conflict'],
    example: { body: { sittingId: existing.sittingId, outcome: 'passed' } },
  }),
  'POST /api/readiness/outcome-link': call({
    summary: 'Report the outcome of the real exam with the emailed link, within 30 days. The latest report counts.',
    access: 'visitor',
    service: 'command-api',
    body: reported.extend({ token: z.string(linkWords).min(1, linkWords).max(200) }),
    response: reported,
    errors: ['mailLinkInvalid', 'tooManyRequests', 'conflict'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', outcome: 'passed' } },
  }),
} as const

export const readinessReadCalls = {
  'GET /api/readiness': call({
    summary: "The caller's chance to pass the exam today and what would raise it. Needs 100 scored answers.",
    access: 'signedIn',
    service: 'read-api',
    response: Readiness,
    errors: [],
    example: {},
  }),
  'GET /api/readiness/calibration': call({
    summary: 'How often predictions came true, for all students together.',
    access: 'visitor',
    service: 'read-api',
    response: ReadinessCalibration,
    errors: [],
    example: {},
  }),
} as const
