import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { EXAM_TIER, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Recorded } from '@medicready/domain/core/event'
import { type CalendarDay, hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { examShares } from '@medicready/domain/exams/exam-plan'
import { blueprintIn, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { activeModules, moduleSelectionAggregate } from '@medicready/domain/study/module-selection'
import { layOut, QUESTIONS_A_DAY_UNLIMITED, type ToLayOut } from '@medicready/domain/study/plan/lay-out'
import { closePlan, layOutPlan, type PlanCause, planNeeds, studyPlanAggregate } from '@medicready/domain/study/plan/study-plan'
import { includesTier, studyModeRules } from '@medicready/domain/study/shown/modes'
import { cardsByDueDay } from '@medicready/projector/read-models/study/card-queries'
import { answeredSince, latestMockExam, modulesToPlan, usersWithExamDate } from '@medicready/projector/read-models/study/plan-queries'
import { v5 as uuidV5 } from 'uuid'
import { tierOf } from '../billing/tier.ts'
import { type CommandContext, jobContext, reactionContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { inPages } from '../worker/shown.ts'

type PlanningDeps = Pick<Dependencies, 'commands' | 'accountDays' | 'sql'>

export async function keepPlan(
  deps: PlanningDeps,
  { userId, because = null }: { readonly userId: string; readonly because?: Extract<PlanCause, 'modules' | 'tier'> | null },
  context: CommandContext,
): Promise<'laid_out' | 'closed' | 'kept'> {
  const { commands, accountDays } = deps
  const account = (await commands.load(accountAggregate, userId)).state
  const today = await accountDays.today(userId, context.now)
  const examDate = isRegistered(account) ? account.settings.examDate : null
  const { plan } = (await commands.load(studyPlanAggregate, userId)).state
  if (examDate === null || examDate <= today) {
    const { events } = await commands.execute(studyPlanAggregate, userId, closePlan({ userId, on: today }), context)
    return events.length > 0 ? 'closed' : 'kept'
  }
  const studied = plan ? await answeredSince(deps.sql, { userId, from: plan.from }) : []
  const answered = new Map(studied.map(({ date, answered }) => [date, answered]))
  const needs = planNeeds(plan, { today, examDate, answeredOn: (date) => answered.get(date) ?? 0 })
  const cause = needs ?? (plan ? because : null)
  if (cause === null) return 'kept'
  const days = layOut({ today, examDate, ...(await planInputs(deps, userId, today)) })
  const command = layOutPlan({ userId, from: today, examDate, cause, days })
  const { events } = await commands.execute(studyPlanAggregate, userId, command, context)
  return events.length > 0 ? 'laid_out' : 'kept'
}

/** Limits come from the log; stock and accuracy from read models, which may lag. */
export async function planInputs(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'sql'>,
  userId: string,
  today: CalendarDay,
): Promise<Omit<ToLayOut, 'today' | 'examDate'>> {
  const { commands, sql } = deps
  const modules = activeModules((await commands.load(moduleSelectionAggregate, userId)).state)
  const tier = await tierOf(deps, userId)
  const { dailyLimit } = tiers[tier]
  const rows = await modulesToPlan(sql, { userId, modules })
  return {
    modules: rows.map(({ module, unseen, scored, correct }) => ({ module, unseen, weight: examShares[module] * needOf(scored, correct) })),
    questionsADay: dailyLimit < 0 ? QUESTIONS_A_DAY_UNLIMITED : dailyLimit,
    // Nothing is planned that the tier locks, least of all where it would take the only question of the day.
    due: includesTier(tier, studyModeRules.review.requiredTier) ? await dueByDay(deps, userId, today) : [],
    mockExams: includesTier(tier, EXAM_TIER) ? await mockExams(deps, userId) : null,
  }
}

/** From 0.5 for everything known to 1.5 for nothing known; 1 without data (Laplace's rule). */
const needOf = (scored: number, correct: number): number => 1.5 - (correct + 1) / (scored + 2)

async function mockExams({ commands, accountDays, sql }: Pick<Dependencies, 'commands' | 'accountDays' | 'sql'>, userId: string) {
  const exam = blueprintIn((await commands.load(readinessAggregate, userId)).state)
  const [row] = await latestMockExam(sql, userId)
  return { exam, latest: row?.startedAt ? await accountDays.today(userId, row.startedAt) : null }
}

async function dueByDay({ sql }: Pick<Dependencies, 'sql'>, userId: string, today: CalendarDay): Promise<number[]> {
  const due: number[] = []
  for (const { offset, cards } of await cardsByDueDay(sql, { userId, today })) due[offset] = cards
  return Array.from(due, (cards) => cards ?? 0)
}

type KeepingDeps = Pick<WorkerDeps, 'commands' | 'accountDays' | 'sql' | 'clock'>

const JOB_NAMESPACE = '5a0a3a9e-6f2b-4d38-8c53-0f4a5e7d9b21'
/** The job has covered anything older. */
const FRESH_HOURS = 24

const isFresh = ({ metadata }: Recorded, clock: WorkerDeps['clock']): boolean => clock() < hoursAfter(metadata.occurredAt, FRESH_HOURS)

export async function planForExamDate(fact: RecordedFact<'SettingsChanged'>, deps: KeepingDeps): Promise<void> {
  if (isFresh(fact, deps.clock)) await keepPlan(deps, { userId: fact.data.userId }, reactionContext(fact, deps.clock))
}

export async function planForModules(
  fact: RecordedFact<'ModuleSelected' | 'ModuleDeactivated' | 'ModuleReactivated'>,
  deps: KeepingDeps,
): Promise<void> {
  if (isFresh(fact, deps.clock)) await keepPlan(deps, { userId: fact.data.userId, because: 'modules' }, reactionContext(fact, deps.clock))
}

export async function planForTier(fact: RecordedFact<'TierChanged'>, deps: KeepingDeps): Promise<void> {
  if (isFresh(fact, deps.clock)) await keepPlan(deps, { userId: fact.data.userId, because: 'tier' }, reactionContext(fact, deps.clock))
}

/** At the beginning of each account's day, missed questions find new places. */
export async function keepPlans(deps: KeepingDeps & Pick<WorkerDeps, 'signal'>) {
  const { sql, clock, signal } = deps
  const now = clock()
  let [laidOut, closed] = [0, 0]
  for await (const { id: userId } of inPages((page) => usersWithExamDate(sql, page), 'id', signal)) {
    const done = await keepPlan(deps, { userId }, jobContext('plans', uuidV5(`${userId}/${now}`, JOB_NAMESPACE), now))
    if (done === 'laid_out') laidOut += 1
    if (done === 'closed') closed += 1
  }
  return { laidOut, closed }
}
