import { accountDay } from '@medicready/domain/accounts/account-day'
import { addDays } from '@medicready/domain/calendar'
import { missDay, streakAggregate } from '@medicready/domain/study/streak'
import { studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { type RunningStreak, runningStreaks } from '@medicready/projector/read-models/study/streak-queries'
import { v5 as uuidV5 } from 'uuid'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { recordDueFreezes } from './record-freezes.ts'

const PAGE_SIZE = 500
const JOB_NAMESPACE = 'c2a4d1de-0c1b-4c7d-9d39-8d6f0a3a51a8'

type Parts = Pick<WorkerParts, 'sql' | 'commands' | 'clock'>

/**
 * Records what days without study have done to streaks: a whole day of the account's own calendar went by without an
 * answer, which costs a freeze where one is kept and ends the streak where none is. A day counts once. The read models
 * say where to look, the log decides. Answers how many streaks were ended, and how many days freezes have kept.
 */
export async function endBrokenStreaks({
  signal,
  ...parts
}: Parts & Pick<WorkerParts, 'signal'>): Promise<{ ended: number; frozen: number }> {
  const now = parts.clock()
  // Nobody's today is more than a day ahead of this.
  const latest = addDays(now.slice(0, 10), -1)
  const done = { ended: 0, frozen: 0 }
  for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
    const page = await runningStreaks(parts.sql, { latest, after, limit: PAGE_SIZE })
    for (const streak of page) if (!signal.aborted) await settle(parts, streak, now, done)
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) break
    after = last.userId
  }
  return done
}

/** Day by day, until one that may still be answered, or that ends the streak. */
async function settle(parts: Parts, streak: RunningStreak, now: string, done: { ended: number; frozen: number }): Promise<void> {
  const { userId, currentStreak: days } = streak
  const today = accountDay(now, streak)
  const correlationId = `streaks-${now}`
  let missed = addDays(streak.settledOn, 1)
  // What the streak has earned so far is what the missed days may cost.
  if (missed < today) await recordDueFreezes(parts, userId, correlationId)
  for (; missed < today; missed = addDays(missed, 1)) {
    // The read model may not have seen an answer of that day yet.
    const day = await parts.commands.load(studyDay, studyDayId(userId, missed))
    if (day.state.answers.size > 0) return
    // What yesterday gave may still be answered, and the answer counts for yesterday.
    if (addDays(missed, 1) === today && day.state.delivered.size > 0) return
    const context = { commandId: uuidV5(`${userId}/${missed}`, JOB_NAMESPACE), actorId: 'worker', correlationId, now }
    const { events, state } = await parts.commands.execute(streakAggregate, userId, missDay({ userId, date: missed, days }), context)
    for (const { type } of events) done[type === 'StreakBroken' ? 'ended' : 'frozen'] += 1
    if ((state.brokenOn ?? '') >= missed) return
  }
}
