import { z } from 'zod'
import { blueprintNames } from '../../exams/shown/blueprints.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { Recommendations } from '../../study/analytics/recommendations.ts'
import { studyModes } from '../../study/shown/modes.ts'
import { LEARNERS_TO_COMPARE } from '../../study/shown/percentile.ts'
import { ENOUGH_ANSWERS } from '../../study/shown/weakness.ts'
import { asCsv } from '../admin/as-of.ts'
import { signedIn } from '../call/call.ts'
import { SessionInShort } from './study-sessions.ts'

/** Right and wrong count scored answers only, and timed sessions once they end, so that an open one reveals nothing. */

const share = z.number().min(0).max(1)

/** 90% interval. */
export const LikelyRange = z.object({ low: z.number(), high: z.number() })
export type LikelyRange = z.infer<typeof LikelyRange>

const scored = { scored: z.int(), correct: z.int(), accuracy: share, likelyRange: LikelyRange }

const Tally = z.object({
  answered: z.int(),
  scored: z.int(),
  correct: z.int(),
  accuracy: share.nullable(),
})

const ModuleTally = Tally.extend({
  module: z.enum(moduleNames),
  lastAnsweredOn: z.iso.date().nullable(),
})

const AmongOthers = z.object({
  students: z.int(),
  /** Percent of others with a lower accuracy; null with too few answers or learners. */
  above: z.int().min(0).max(100).nullable(),
})

const Figure = Tally.extend({
  value: z.string(),
  likelyRange: LikelyRange.nullable(),
  meanSeconds: z.number().nullable(),
  all: z.object({ accuracy: share.nullable(), meanSeconds: z.number().nullable() }),
  amongOthers: AmongOthers,
})
export type Figure = z.infer<typeof Figure>

const TopicFigure = Figure.extend({ module: z.enum(moduleNames) })

const Figures = z.object({
  overall: Figure.omit({ value: true }),
  breakdown: z.object({
    module: z.array(Figure),
    topic: z.array(TopicFigure),
    domain: z.array(Figure),
    judgmentStep: z.array(Figure),
    kind: z.array(Figure),
    difficulty: z.array(Figure),
  }),
  time: z.object({
    ownMedianSeconds: z.number().nullable(),
    /** On the same questions; null with too few students. */
    othersMedianSeconds: z.number().nullable(),
    students: z.int(),
  }),
  /** Last twelve months of the account's calendar; days without answers are left out. */
  year: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.array(z.object({ date: z.iso.date(), answered: z.int() })),
  }),
  /** Weeks with at least ten scored answers. Ability 0 means a 50% chance on a moderate question. */
  ability: z.array(z.object({ week: z.iso.date(), scored: z.int(), ability: z.number(), likelyRange: LikelyRange })),
  calibration: z.object({
    levels: z.array(z.object({ confidence: z.int().min(1).max(5), claimed: share, ...scored })),
    /** Mean squared difference of claim and outcome; 0 is best. */
    brierScore: share.nullable(),
    /** Overconfident, underconfident, or neither; null below ten ratings. */
    reading: z.enum(['over', 'under', 'even']).nullable(),
  }),
  /** Missed with a confidence of 4 or 5, and not right since. */
  sureAndWrong: z.object({
    questions: z.int(),
    latest: z.array(
      z.object({
        questionId: z.uuid(),
        module: z.enum(moduleNames),
        stem: z.string(),
        confidence: z.int(),
        answeredAt: z.iso.datetime(),
      }),
    ),
  }),
  forgetting: z.object({
    /** By days since the earlier answer. */
    bins: z.array(
      z.object({
        fromDays: z.int(),
        /** Null for the last bin. */
        toDays: z.int().nullable(),
        meanDays: z.number(),
        ...scored,
      }),
    ),
    curve: z.array(z.object({ days: z.number(), recall: share })),
  }),
  recommendations: Recommendations,
})
export type Figures = z.infer<typeof Figures>

export const Analytics = z.object({
  /** The tier shows only totals; `figures` is null then. */
  locked: z.boolean(),
  totals: Tally.extend({ studySeconds: z.int(), modules: z.array(ModuleTally) }),
  figures: Figures.nullable(),
})
export type Analytics = z.infer<typeof Analytics>

const at = z.iso.datetime()
export const RecentActivity = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    at,
    questionId: z.uuid(),
    module: z.enum(moduleNames),
    mode: z.enum(studyModes).nullable(),
    /** Null while its timed session is open. */
    isCorrect: z.boolean().nullable(),
  }),
  z.object({ kind: z.literal('session'), at, session: SessionInShort }),
  /** Stands for all answers of a completed exam. */
  z.object({ kind: z.literal('exam'), at, id: z.uuid(), blueprint: z.enum(blueprintNames), score: z.int(), passed: z.boolean() }),
  z.object({ kind: z.literal('achievement'), at, id: z.string(), title: z.string(), points: z.int() }),
])
export type RecentActivity = z.infer<typeof RecentActivity>

export const analyticsCalls = {
  'GET /api/user/analytics': signedIn.read({
    summary: `The caller's analytics. Other tiers than premium get only totals. Percentiles come once ${LEARNERS_TO_COMPARE} students compare, by ${ENOUGH_ANSWERS} scored answers each.`,
    response: Analytics,
  }),
  'GET /api/user/analytics.csv': signedIn.read({
    summary: 'The same as a CSV file, with all figures of the tier in one table.',
    ...asCsv,
  }),
  'GET /api/user/activity': signedIn.read({
    summary: "The caller's last ten answers, sessions and achievements, newest first.",
    response: z.array(RecentActivity),
  }),
} as const
