import { benchAccounts } from './accounts.ts'
import { benchAdmin } from './admin.ts'
import { benchAnalytics } from './analytics.ts'
import { benchCalibration } from './calibration.ts'
import { benchCat } from './cat.ts'
import { benchCommands } from './commands.ts'
import { benchEdge } from './edge.ts'
import { benchExams } from './exams.ts'
import type { Figure } from './figures.ts'
import { benchFreshness } from './freshness.ts'
import { benchInp } from './inp.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchQuestions } from './questions.ts'
import { benchReadiness } from './readiness.ts'
import { benchReads } from './reads.ts'
import { benchRebuild } from './rebuild.ts'
import { benchReminders } from './reminders.ts'
import { benchReviews } from './reviews.ts'
import { benchSpacing } from './spacing.ts'
import { benchWebhook } from './webhook.ts'

type Log = (line: string) => void
type Bench = (isQuick: boolean, rounds: number | undefined, log: Log) => Promise<Figure[]>

/** They need a browser, and run only when named. */
export const inBrowser: readonly string[] = ['lighthouse', 'inp']

/** Benches that add questions of their own come after those that use the bank. */
export const benches: Record<string, Bench> = {
  commands: (isQuick, rounds = isQuick ? 1 : 5, log) =>
    benchCommands(isQuick ? { rounds, alone: 20, together: 100 } : { rounds, alone: 500, together: 3_000 }, log),
  freshness: (isQuick, rounds = isQuick ? 1 : 3, log) => benchFreshness({ rounds, seconds: isQuick ? 1 : 15 }, log),
  accounts: (isQuick, rounds = isQuick ? 1 : 2, log) =>
    benchAccounts(isQuick ? { rounds, signIns: 5, registrations: 600 } : { rounds, signIns: 100, registrations: 10_000 }, log),
  exams: (isQuick, rounds = isQuick ? 1 : 3, log) =>
    benchExams(isQuick ? { rounds, exams: 10, seconds: 1, together: 20 } : { rounds, exams: 200, seconds: 8, together: 2_000 }, log),
  webhook: (isQuick, rounds = isQuick ? 1 : 3, log) => benchWebhook({ rounds, events: isQuick ? 20 : 1_000 }, log),
  edge: (isQuick, rounds = isQuick ? 1 : 3, log) => benchEdge({ rounds, seconds: isQuick ? 1 : 8 }, log),
  rebuild: (isQuick, rounds = isQuick ? 1 : 2, log) =>
    benchRebuild(
      isQuick
        ? { rounds, events: 1_000, large: { rounds: 1, events: 1_000, students: 5 } }
        : { rounds, events: 100_000, large: { rounds: 1, events: 300_000, students: 20_000 } },
      log,
    ),
  questions: (isQuick, rounds = isQuick ? 5 : 1_000, log) =>
    benchQuestions(
      isQuick ? { questions: 200, answered: 40, selections: rounds } : { questions: 20_000, answered: 5_000, selections: rounds },
      log,
    ),
  reminders: (isQuick, _rounds, log) =>
    benchReminders(isQuick ? { people: 20, perSecond: 100, awaySeconds: 0.5 } : { people: 1_000, perSecond: 50, awaySeconds: 10 }, log),
  cat: async (isQuick, rounds = isQuick ? 1 : 4, log) =>
    benchCat({ seeds: rounds, simulees: isQuick ? 10 : 3_000, simuleesOfPeer: isQuick ? 1 : 8 }, log),
  calibration: (isQuick, rounds = isQuick ? 1 : 4, log) =>
    benchCalibration(
      isQuick
        ? { seeds: rounds, items: 50, large: { answers: 10_000, items: 100, answersALearner: 50 } }
        : { seeds: rounds, items: 500, large: { answers: 1_000_000, items: 2_000, answersALearner: 50 } },
      log,
    ),
  readiness: async (isQuick, rounds = isQuick ? 1 : 4, log) =>
    benchReadiness(
      isQuick
        ? { seeds: rounds, learners: 40, underHarder: 10, offScale: 10, sittings: 100 }
        : { seeds: rounds, learners: 1_500, underHarder: 500, offScale: 600, sittings: 6_000 },
      log,
    ),
  spacing: (isQuick, _rounds, log) => benchSpacing({ students: isQuick ? 20 : 2_000, keepsPlot: !isQuick }, log),
  analytics: (isQuick, rounds = isQuick ? 5 : 500, log) =>
    benchAnalytics(
      isQuick
        ? { answers: 200, students: 20, questionsPerModule: 20, calls: rounds }
        : { answers: 20_000, students: 300, questionsPerModule: 200, calls: rounds },
      log,
    ),
  reviews: (isQuick, rounds = isQuick ? 5 : 300, log) =>
    benchReviews(
      isQuick ? { cards: 200, questionsPerModule: 30, calls: rounds } : { cards: 10_000, questionsPerModule: 1_200, calls: rounds },
      log,
    ),
  reads: (isQuick, rounds = isQuick ? 1 : 3, log) =>
    benchReads(
      isQuick
        ? { rounds, few: 200, many: 200, ofOne: { few: 20, many: 100 }, calls: 90 }
        : { rounds, few: 1_000, many: 100_000, ofOne: { few: 200, many: 20_000 }, calls: 1_800 },
      log,
    ),
  admin: (isQuick, rounds = isQuick ? 1 : 30, log) =>
    benchAdmin(isQuick ? { few: 500, many: 500, calls: rounds } : { few: 1_000, many: 10_000, calls: rounds }, log),
  lighthouse: (isQuick, rounds = isQuick ? 1 : 3, log) => benchLighthouse({ rounds }, log),
  inp: (isQuick, rounds = isQuick ? 1 : 3, log) => benchInp({ rounds }, log),
}
