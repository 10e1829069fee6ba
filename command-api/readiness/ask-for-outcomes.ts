import { accountAggregate } from '@medicready/domain/accounts/account'
import { addDays, daysBetween, hoursAfter } from '@medicready/domain/calendar'
import { askForOutcome, isToBeAsked, readinessAggregate, sittingIn } from '@medicready/domain/readiness/readiness-facts'
import { LAST_OUTCOME_MAIL_DAYS, OUTCOME_LINK_DAYS, OUTCOME_MAIL_DAYS } from '@medicready/domain/readiness/rules'
import { outcomesToAsk } from '@medicready/projector/read-models/readiness/readiness-queries'
import type { CommandContext } from '../command-context.ts'
import { uuidOfName } from '../name-uuid.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { isStaying } from './predict-pass.ts'

const JOB_NAMESPACE = 'b7a1f0d4-8f0b-4c4e-9b1d-0e0d4a5c2f93'

type AskingParts = Pick<WorkerParts, 'commands' | 'accountDays' | 'sql' | 'clock' | 'signal'>
interface Sat {
  readonly userId: string
  readonly sittingId: string
}

/**
 * Has everybody asked by mail whose exam was some days ago, and who has not said how it went. The read models say where
 * to look, the log decides. Answers how many are asked.
 */
export async function askForOutcomes(parts: AskingParts): Promise<{ asked: number }> {
  const { sql, clock, signal } = parts
  const now = clock()
  const todayInUtc = now.slice(0, 'YYYY-MM-DD'.length)
  let asked = 0
  // A day more on either side: the days of accounts are their own.
  const people = await outcomesToAsk(sql, {
    from: addDays(todayInUtc, -LAST_OUTCOME_MAIL_DAYS - 1),
    to: addDays(todayInUtc, 1 - OUTCOME_MAIL_DAYS),
  })
  for (const sat of people) {
    if (signal.aborted) break
    const commandId = uuidOfName(`${sat.sittingId}/${now}`, JOB_NAMESPACE)
    if (await ask(parts, sat, { commandId, actorId: 'worker', correlationId: `outcomes-${now}`, now })) asked += 1
  }
  return { asked }
}

/** Nobody is asked who has taken the date away, or moved it: they did not sit the exam then. */
async function ask({ commands, accountDays }: AskingParts, { userId, sittingId }: Sat, context: CommandContext): Promise<boolean> {
  const account = (await commands.load(accountAggregate, userId)).state
  const sitting = sittingIn((await commands.load(readinessAggregate, userId)).state, sittingId)
  if (!isStaying(account) || !sitting || !isToBeAsked(sitting)) return false
  const { examDate } = sitting
  if (examDate === null || account.settings.examDate !== examDate) return false
  const days = daysBetween(examDate, await accountDays.today(userId, context.now))
  if (days < OUTCOME_MAIL_DAYS || days > LAST_OUTCOME_MAIL_DAYS) return false
  const expiresAt = hoursAfter(context.now, 24 * OUTCOME_LINK_DAYS)
  const { events } = await commands.execute(readinessAggregate, userId, askForOutcome({ userId, sittingId, expiresAt }), context)
  return events.length > 0
}
