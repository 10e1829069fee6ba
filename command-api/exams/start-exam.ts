import { EXAM_TIER } from '@medicready/domain/billing/shown/tiers'
import { addDays, hoursAfter } from '@medicready/domain/core/shown/calendar'
import { examAggregate, hasEnded } from '@medicready/domain/exams/exam'
import { startExam as decide, type ExamPlan } from '@medicready/domain/exams/exam-commands'
import { blueprintFor, type ExamWish, isModule, sharesOf } from '@medicready/domain/exams/exam-plan'
import { bookExam, type ExamineeState, examineeAggregate, refusalFor } from '@medicready/domain/exams/examinee'
import { available, passedOver, REMEMBERED_DAYS } from '@medicready/domain/exams/prepared-pool'
import { type BlueprintName, blueprints } from '@medicready/domain/exams/shown/blueprints'
import { CUT } from '@medicready/domain/exams/shown/score'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { activeModules, moduleSelectionAggregate } from '@medicready/domain/study/module-selection'
import { includesTier } from '@medicready/domain/study/shown/modes'
import { weakModules } from '@medicready/domain/study/shown/weakness'
import { questionsMetSince } from '@medicready/projector/read-models/exams/exam-queries'
import { moduleRecordsOf } from '@medicready/projector/read-models/study/question-choice-queries'
import { tierOf } from '../billing/tier.ts'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { PinnedPool } from './exam-pools.ts'

type ExamDeps = Pick<Dependencies, 'commands' | 'accountDays' | 'examPools' | 'sql'>
type Wish = ExamWish & { readonly userId: string }

/** A booking that did not begin within this time was abandoned and holds up no other exam. */
const HOURS_TO_BEGIN = 1 / 60

/**
 * Idempotent per command. Throws `examTierRequired`, `moduleRequired`, `examTargetsUnknown`, `modulesNotSelected`,
 * `examPoolTooSmall` or `examInProgress`.
 */
export async function startExam(deps: ExamDeps, wish: Wish, context: CommandContext): Promise<{ readonly examId: string }> {
  const { commands, examPools } = deps
  const { userId } = wish
  const examId = idFrom(context, 'practice exam')
  const before = await commands.load(examAggregate, examId)
  if (before.state.started) return { examId }

  if (!includesTier(await tierOf(deps, userId), EXAM_TIER)) throw new Rejection('examTierRequired')
  const blueprint = blueprintFor(wish)
  const modules = await modulesOf(deps, wish, blueprint)
  const pinned = await examPools.current(context)
  const plan = await planOf(deps, { ...wish, examId, blueprint, modules }, pinned, context)
  await book(deps, plan, context)
  await commands.execute(examAggregate, examId, decide(plan, pinned.pool), context)
  return { examId }
}

async function modulesOf({ commands, sql }: ExamDeps, { userId, targetModules }: Wish, blueprint: BlueprintName) {
  if (blueprint === 'module') return targetModules.filter(isModule)
  if (blueprints[blueprint].shares !== null) return []
  const modules = activeModules((await commands.load(moduleSelectionAggregate, userId)).state)
  if (modules.length === 0) throw new Rejection('modulesNotSelected')
  if (blueprint !== 'weak_areas') return modules
  const records = await moduleRecordsOf(sql, userId)
  const weak = weakModules(modules, records)
  return weak.length > 0 ? weak : modules
}

interface Planned extends Omit<Wish, 'blueprint'> {
  readonly examId: string
  readonly blueprint: BlueprintName
  readonly modules: readonly ModuleName[]
}

async function planOf(
  deps: ExamDeps,
  { userId, examId, examType, targetModules, blueprint: name, modules }: Planned,
  { poolId, calibrationId, pool }: PinnedPool,
  { now }: CommandContext,
): Promise<ExamPlan> {
  const { minItems, maxItems, minutes, pilots, stopping, balance, sets } = blueprints[name]
  const shares = sharesOf(name, modules)
  const has = available(pool, { balance, shares })
  const withPilots = Math.min(pilots, has.pilots)
  if (has.scored + withPilots < minItems) throw new Rejection('examPoolTooSmall')
  const date = await deps.accountDays.today(userId, now)
  const met = await questionsMetSince(deps.sql, { userId, since: addDays(date, -REMEMBERED_DAYS) })
  const metOn = new Map(met.map(({ questionId, day }) => [questionId, day]))
  return {
    userId,
    examId,
    date,
    examType,
    targetModules: [...targetModules],
    blueprint: name,
    startedAt: now,
    seconds: minutes * 60,
    minItems,
    maxItems,
    pilots: withPilots,
    stopping,
    cut: CUT,
    balance,
    shares,
    sets,
    poolId,
    calibrationId,
    passedOver: passedOver(pool, { balance, shares, maxItems, metOn }),
    seed: examId,
  }
}

async function book({ commands }: ExamDeps, { userId, examId, startedAt, seconds }: ExamPlan, context: CommandContext): Promise<void> {
  const { latest } = (await commands.load(examineeAggregate, userId)).state
  const isFree = latest !== null && (await isOver(commands, latest, startedAt))
  const decision = bookExam({
    userId,
    examId,
    bookedAt: startedAt,
    until: hoursAfter(startedAt, seconds / 3600),
    hasEnded: (id) => isFree && id === latest.examId,
  })
  const { state } = await commands.execute(examineeAggregate, userId, decision, context)
  if (state.latest && state.latest.examId !== examId) throw refusalFor(state.latest)
}

async function isOver(commands: Dependencies['commands'], booked: NonNullable<ExamineeState['latest']>, now: string): Promise<boolean> {
  const { state } = await commands.load(examAggregate, booked.examId)
  return state.started ? hasEnded(state) : hoursAfter(booked.bookedAt, HOURS_TO_BEGIN) < now
}
