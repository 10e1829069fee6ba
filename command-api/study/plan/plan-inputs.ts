import { EXAM_TIER, tiers } from '@medicready/domain/billing/tiers'
import type { CalendarDay } from '@medicready/domain/calendar'
import { blueprintIn, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { examShares } from '@medicready/domain/study/exam-shares'
import { includesTier, studyModeRules } from '@medicready/domain/study/modes'
import { activeModules, moduleSelection } from '@medicready/domain/study/module-selection'
import { QUESTIONS_A_DAY_UNLIMITED, type ToLayOut } from '@medicready/domain/study/plan/lay-out'
import { cardsByDueDay } from '@medicready/projector/read-models/study/card-deck-queries'
import { latestMockExam, modulesToPlan } from '@medicready/projector/read-models/study/plan-queries'
import { tierOf } from '../../billing/tier-of.ts'
import type { Parts } from '../../parts.ts'

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
  const modules = activeModules((await commands.load(moduleSelection, userId)).state)
  const tier = await tierOf(parts, userId)
  const { dailyLimit } = tiers[tier]
  const rows = await modulesToPlan(sql, { userId, modules })
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
  const [row] = await latestMockExam(sql, userId)
  return { exam, latest: row?.startedAt ? await accountDays.today(userId, row.startedAt) : null }
}

/** How many cards come due on each day from today on; what is overdue is due today. */
async function dueByDay({ sql }: Pick<Parts, 'sql'>, userId: string, today: CalendarDay): Promise<number[]> {
  const due: number[] = []
  for (const { offset, cards } of await cardsByDueDay(sql, { userId, today })) due[offset] = cards
  return Array.from(due, (cards) => cards ?? 0)
}
