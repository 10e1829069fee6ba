import { accountAggregate } from '@medicready/domain/accounts/account'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { blueprintIn, isPredicted, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { usersWithExamBetween } from '@medicready/projector/read-models/readiness/readiness-queries'
import { type CommandContext, idFrom } from '../command-context.ts'
import { uuidOfName } from '../name-uuid.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { isStaying, predict } from './predict-pass.ts'

const JOB_NAMESPACE = '2c9c6f57-53a5-4e0c-8a63-6a0c1d9b7e18'

type PredictingParts = Pick<WorkerParts, 'commands' | 'accountDays' | 'learnersEvidence' | 'sql' | 'clock' | 'signal'>

/**
 * Predicts how the real exam will go, for everybody whose day it is: nobody knows yet how it goes. The read models say
 * where to look, the log decides. Answers of how many it was predicted.
 */
export async function predictExamDay(parts: PredictingParts): Promise<{ predicted: number }> {
  const { sql, clock, signal } = parts
  const now = clock()
  const todayInUtc = now.slice(0, 'YYYY-MM-DD'.length)
  let predicted = 0
  const people = await usersWithExamBetween(sql, { from: addDays(todayInUtc, -1), to: addDays(todayInUtc, 1) })
  for (const { id: userId } of people) {
    if (signal.aborted) break
    const commandId = uuidOfName(`${userId}/${now}`, JOB_NAMESPACE)
    if (await predictFor(parts, userId, { commandId, actorId: 'worker', correlationId: `exam-day-${now}`, now })) predicted += 1
  }
  return { predicted }
}

async function predictFor(parts: PredictingParts, userId: string, context: CommandContext): Promise<boolean> {
  const { commands, accountDays } = parts
  const account = (await commands.load(accountAggregate, userId)).state
  const today: CalendarDay = await accountDays.today(userId, context.now)
  if (!isStaying(account) || account.settings.examDate !== today) return false
  const { state } = await commands.load(readinessAggregate, userId)
  const of = { kind: 'national_exam', sittingId: idFrom(context, 'sitting') } as const
  if (isPredicted(state, { of, on: today })) return false
  return predict(parts, { userId, of, on: today, blueprint: blueprintIn(state), before: context.now }, context)
}
