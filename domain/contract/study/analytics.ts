import { z } from 'zod'
import { blueprintNames } from '../../exams/blueprints.ts'
import { LEARNERS_TO_COMPARE } from '../../study/analytics/percentile.ts'
import { moduleNames } from '../../study/modules.ts'
import { MAX_QUIZ_QUESTIONS, QuizFilter } from '../../study/quiz.ts'
import { studyModes } from '../../study/study-day.ts'
import { ENOUGH_ANSWERS } from '../../study/weakness.ts'
import { call } from '../call.ts'
import { SessionInShort } from './study-sessions.ts'

/**
 * A learner's figures. Whatever is about right and wrong counts scored answers alone: none to questions on trial. What
 * was answered in a timed session counts once the session has ended, so that nothing of an open one can be read off.
 */

const share = z.number().min(0).max(1)

/** Where the truth lies nine times in ten. */
export const LikelyRange = z.object({ low: z.number(), high: z.number() })
export type LikelyRange = z.infer<typeof LikelyRange>

/** Answers of one group, with what they say. */
const Tally = z.object({
  answered: z.int(),
  /** Of these, the ones that counted as right or wrong. */
  scored: z.int(),
  correct: z.int(),
  /** Null before the first scored answer. */
  accuracy: share.nullable(),
})

const ModuleTally = Tally.extend({
  module: z.enum(moduleNames),
  /** On the account's own calendar; null before the first answer. */
  lastAnsweredOn: z.iso.date().nullable(),
})

/** A learner among all of them. */
const AmongOthers = z.object({
  /** How many learners compare: those with ten scored answers here or more. */
  students: z.int(),
  /**
   * Percent of the others whose accuracy is lower; null for the person who has too few answers to compare, and until
   * enough learners do.
   */
  above: z.int().min(0).max(100).nullable(),
})

/** The answers of one module, topic, domain, step, kind or difficulty. */
const Figure = Tally.extend({
  /** The word or the stored name that the questions have in common. */
  value: z.string(),
  /** 90 % interval of the accuracy; null before the first scored answer. */
  likelyRange: LikelyRange.nullable(),
  /** Null before the first answer. */
  meanSeconds: z.number().nullable(),
  /** Of all students together; null where no one has a scored answer, or any. */
  all: z.object({ accuracy: share.nullable(), meanSeconds: z.number().nullable() }),
  amongOthers: AmongOthers,
})
export type Figure = z.infer<typeof Figure>

const TopicFigure = Figure.extend({ module: z.enum(moduleNames) })

/** What a card recommends, ready to be begun: `POST /api/study-session/generate` takes mode, count and quiz. */
const prepared = {
  mode: z.enum(['practice', 'tutor_mode', 'timed_exam']),
  count: z.int().min(1).max(MAX_QUIZ_QUESTIONS),
  quiz: QuizFilter,
}

const Recommendations = z.object({
  /** The modules in which more right answers would raise the chance of passing most, the first of them first. */
  focusAreas: z
    .object({
      modules: z.array(
        z.object({
          module: z.enum(moduleNames),
          /** The low end of the likely range; null in a module that was not answered in yet. */
          low: share.nullable(),
          /** The learner's own accuracy over all modules; null before the first scored answer. */
          mean: share.nullable(),
          /** Its share of the exam. */
          examShare: share,
        }),
      ),
      ...prepared,
    })
    .nullable(),
  /**
   * The modules in which even the low end reaches the own average, the one not answered in for the longest time first.
   */
  maintainStrengths: z
    .object({ modules: z.array(z.object({ module: z.enum(moduleNames), low: share, lastAnsweredOn: z.iso.date() })), ...prepared })
    .nullable(),
  /** What was right the last time, and slow: how many questions, the module with the most first. */
  speedTraining: z
    .object({ questions: z.int(), modules: z.array(z.object({ module: z.enum(moduleNames), questions: z.int() })), ...prepared })
    .nullable(),
})

const Figures = z.object({
  /** All scored answers together. */
  overall: Figure.omit({ value: true }),
  /** Only what was answered, the most answered first. */
  breakdown: z.object({
    module: z.array(Figure),
    topic: z.array(TopicFigure),
    domain: z.array(Figure),
    judgmentStep: z.array(Figure),
    kind: z.array(Figure),
    difficulty: z.array(Figure),
  }),
  time: z.object({
    /** Null before the first scored answer. */
    ownMedianSeconds: z.number().nullable(),
    /** Of all students on the same questions; null until there are enough of them. */
    othersMedianSeconds: z.number().nullable(),
    students: z.int(),
  }),
  /** The last twelve months of the account's calendar, today with them; the days without an answer left out. */
  year: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.array(z.object({ date: z.iso.date(), answered: z.int() })),
  }),
  /**
   * Weeks with ten scored answers or more, the first first, on a scale of our own: 0 is a question of
   * moderate difficulty that is got right half of the time.
   */
  ability: z.array(z.object({ week: z.iso.date(), scored: z.int(), ability: z.number(), likelyRange: LikelyRange })),
  calibration: z.object({
    /** The levels that were chosen, the lowest first. */
    levels: z.array(
      z.object({
        confidence: z.int().min(1).max(5),
        /** How often the person who says so means to be right. */
        claimed: share,
        scored: z.int(),
        correct: z.int(),
        accuracy: share,
        likelyRange: LikelyRange,
      }),
    ),
    /** Mean square of what was claimed less what was: 0 at best; null without a rating. */
    brierScore: share.nullable(),
    /** Surer than right, less sure than right, or neither; null until ten answers were rated. */
    reading: z.enum(['over', 'under', 'even']).nullable(),
  }),
  /** Answered with a confidence of 4 or 5, missed, and not answered right since. */
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
    /** Answers to questions that were answered before, by the days since; those without any left out. */
    bins: z.array(
      z.object({
        fromDays: z.int(),
        /** Null for the last bin, which has no end. */
        toDays: z.int().nullable(),
        meanDays: z.number(),
        scored: z.int(),
        correct: z.int(),
        accuracy: share,
        likelyRange: LikelyRange,
      }),
    ),
    /** The curve that fits them best; empty until there are enough answers. */
    curve: z.array(z.object({ days: z.number(), recall: share })),
  }),
  recommendations: Recommendations,
})
export type Figures = z.infer<typeof Figures>

export const Analytics = z.object({
  /** Whether the tier keeps back everything but one's own totals: `figures` is null then. */
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
  /** A practice exam that has ended: an entry in place of its answers. */
  z.object({ kind: z.literal('exam'), at, id: z.uuid(), blueprint: z.enum(blueprintNames), score: z.int(), passed: z.boolean() }),
  z.object({ kind: z.literal('achievement'), at, id: z.string(), title: z.string(), points: z.int() }),
])
export type RecentActivity = z.infer<typeof RecentActivity>

export const analyticsCalls = {
  'GET /api/user/analytics': call({
    summary: `The caller's analytics. Other tiers than premium get only totals. Percentiles come once ${LEARNERS_TO_COMPARE} students compare, by ${ENOUGH_ANSWERS} scored answers each.`,
    access: 'signedIn',
    service: 'read-api',
    response: Analytics,
    errors: [],
    example: {},
  }),
  'GET /api/user/analytics.csv': call({
    summary: 'The same as a CSV file, with all figures of the tier in one table.',
    access: 'signedIn',
    service: 'read-api',
    file: 'text/csv',
    response: z.never(),
    responseHeaders: ['content-disposition'],
    errors: [],
    example: {},
  }),
  'GET /api/user/activity': call({
    summary: "The caller's last ten answers, sessions and achievements, newest first.",
    access: 'signedIn',
    service: 'read-api',
    response: z.array(RecentActivity),
    errors: [],
    example: {},
  }),
} as const
