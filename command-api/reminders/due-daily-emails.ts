import type { RecordedFact } from '@medicready/domain/events'
import { type Due, dueNow, dueToday } from '@medicready/domain/reminders/own-time'
import { dueDailyEmail, reminderDayAggregate, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type DailyEmailTime, dailyEmailsDue } from '@medicready/projector/read-models/reminders/reminder-queries'
import { uuidOfName } from '../command-context.ts'
import type { JobDeps } from '../worker/definitions.ts'
import { atOnce } from '../worker/shown.ts'

const PAGE_SIZE = 1_000
const AT_ONCE = 10
const JOB_NAMESPACE = '0f6f2f0c-2c0e-4a63-9a0e-7c3f6d1f4b52'
/** No calendar day ends later than this after it has begun anywhere. */
const LONGEST_DAY_HOURS = 26

async function* awaiting(sql: Sql, by: string): AsyncGenerator<readonly DailyEmailTime[]> {
  let after = { dueAt: '1970-01-01T00:00:00.000Z', userId: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const page = await dailyEmailsDue(sql, { by, after, limit: PAGE_SIZE })
    yield page
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = last
  }
}

export const findDueDailyEmails = async (deps: JobDeps): Promise<{ due: number }> => {
  const now = deps.clock()
  return note(deps, awaiting(deps.sql, now), (one) => dueNow(now, one), { cause: 'time', now })
}

export async function triggerDailyEmails(fact: RecordedFact<'DailyEmailsTriggered'>, deps: JobDeps): Promise<void> {
  const now = deps.clock()
  const by = new Date(Date.parse(now) + LONGEST_DAY_HOURS * 3_600_000).toISOString()
  const { correlationId } = fact.metadata
  await note(deps, awaiting(deps.sql, by), (one) => dueToday(now, one), { cause: 'trigger', now, correlationId })
}

interface Noting {
  readonly cause: 'time' | 'trigger'
  readonly now: string
  readonly correlationId?: string
}

async function note(
  { commands, signal }: JobDeps,
  pages: AsyncIterable<readonly DailyEmailTime[]>,
  dueOf: (one: DailyEmailTime) => Due | null,
  { cause, now, correlationId = `daily-emails-${now}` }: Noting,
): Promise<{ due: number }> {
  let due = 0
  for await (const page of pages) {
    await atOnce(AT_ONCE, page, async (one) => {
      const found = signal.aborted ? null : dueOf(one)
      if (!found) return
      const { userId } = one
      const id = reminderDayId(userId, found.date)
      const commandId = uuidOfName(`${id}/${found.at}`, JOB_NAMESPACE)
      const context = { commandId, actorId: 'worker', correlationId, now }
      const { events } = await commands.execute(reminderDayAggregate, id, dueDailyEmail({ userId, ...found, cause }), context, {
        isNew: true,
      })
      due += events.length
    })
    if (signal.aborted) break
  }
  return { due }
}
