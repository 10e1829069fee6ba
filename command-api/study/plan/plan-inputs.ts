import { EXAM_TIER, tiers } from '@medicready/domain/billing/tiers'
import type { CalendarDay } from '@medicready/domain/calendar'
import { mockBlueprints } from '@medicready/domain/exams/blueprints'
import { blueprintIn, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { examShares } from '@medicready/domain/study/exam-shares'
import { includesTier, studyModeRules } from '@medicready/domain/study/modes'
import { activeModules, moduleSelection } from '@medicready/domain/study/module-selection'
import type { ModuleName } from '@medicready/domain/study/modules'
import { QUESTIONS_A_DAY_UNLIMITED, type ToLayOut } from '@medicready/domain/study/plan/lay-out'
import { tierOf } from '../../billing/tier-of.ts'
import type { Parts } from '../../parts.ts'

interface ModuleRow {
  readonly module: ModuleName
  readonly unseen: number
  readonly scored: number
  readonly correct: number
}

/**
 * What a plan is laid out from. What limits it comes from the log; what the bank still holds for the learner, and how
 * well they do, from read models, which may be a moment behind: the plan is then a little less good.
 */
export async function planInputs(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'sql'>,
  userId: string,
  today: CalendarDay,
): Promise<Omit<ToLayOut, 'today' | 'examDate'>> {
  const { commands, sql } = parts
  const names = activeModules((await commands.load(moduleSelection, userId)).state)
  const tier = await tierOf(parts, userId)
  const { dailyLimit } = tiers[tier]
  const rows = await sql<ModuleRow[]>`
    SELECT asked.module, coalesce(bank.questions, 0) - coalesce(seen.questions, 0) AS unseen,
      coalesce(p.scored_answers, 0) AS scored, coalesce(p.correct_answers, 0) AS correct
    FROM unnest(${names as string[]}::text[]) AS asked (module)
    LEFT JOIN (SELECT module, count(*)::int AS questions FROM read.questions WHERE is_active GROUP BY module) AS bank USING (module)
    LEFT JOIN (
      SELECT q.module, count(*)::int AS questions FROM read.question_deliveries d
      JOIN read.questions q ON q.id = d.question_id AND q.is_active WHERE d.user_id = ${userId} GROUP BY q.module
    ) AS seen USING (module)
    LEFT JOIN read.user_progress p ON p.user_id = ${userId} AND p.module = asked.module
    ORDER BY asked.module`
  return {
    modules: rows.map(({ module, unseen, scored, correct }) => ({ module, unseen, weight: examShares[module] * needOf(scored, correct) })),
    questionsADay: dailyLimit < 0 ? QUESTIONS_A_DAY_UNLIMITED : dailyLimit,
    // Nothing is planned that the tier keeps locked, least of all where it would take the only question of the day.
    due: includesTier(tier, studyModeRules.review.requiredTier) ? await dueByDay(parts, userId, today) : [],
    mockExams: includesTier(tier, EXAM_TIER) ? await mockExams(parts, userId) : null,
  }
}

/** From 0.5 for who knows everything to 1.5 for who knows nothing; 1 before anything is known (Laplace's rule). */
const needOf = (scored: number, correct: number): number => 1.5 - (correct + 1) / (scored + 2)

/** By the blueprint that the learner prepares for. */
async function mockExams({ commands, accountDays, sql }: Pick<Parts, 'commands' | 'accountDays' | 'sql'>, userId: string) {
  const exam = blueprintIn((await commands.load(readinessAggregate, userId)).state)
  const [row] = await sql<{ startedAt: string | null }[]>`
    SELECT max(started_at) AS "startedAt" FROM read.practice_exams WHERE user_id = ${userId} AND blueprint = ANY(${[...mockBlueprints]})`
  return { exam, latest: row?.startedAt ? await accountDays.today(userId, row.startedAt) : null }
}

/** How many cards come due on each day from today on; what is overdue is due today. */
async function dueByDay({ sql }: Pick<Parts, 'sql'>, userId: string, today: CalendarDay): Promise<number[]> {
  const rows = await sql<{ offset: number; cards: number }[]>`
    SELECT greatest(next_review_date - ${today}::date, 0) AS offset, count(*)::int AS cards
    FROM read.spaced_repetition_cards WHERE user_id = ${userId} AND is_active GROUP BY 1 ORDER BY 1`
  const due: number[] = []
  for (const { offset, cards } of rows) due[offset] = cards
  return Array.from(due, (cards) => cards ?? 0)
}
