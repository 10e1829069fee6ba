import { accountDay } from '@medicready/domain/accounts/account-day'
import { addDays } from '@medicready/domain/calendar'
import { breakStreak, streakAggregate } from '@medicready/domain/study/streak'
import { studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { v5 as uuidV5 } from 'uuid'
import type { Commands } from '../commands.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

const PAGE_SIZE = 500
const JOB_NAMESPACE = 'c2a4d1de-0c1b-4c7d-9d39-8d6f0a3a51a8'

interface RunningStreak {
  user_id: string
  time_zone: string
  former_time_zone: string | null
  time_zone_changed_at: string | null
  current_streak: number
  last_study_date: string
}

/**
 * Records the streaks that have ended: a whole day of the account's own calendar went by without an answer. A
 * streak is ended once. The read models say where to look, the log decides. Answers how many streaks it ended.
 */
export async function endBrokenStreaks({
  sql,
  commands,
  clock,
  signal,
}: Pick<WorkerParts, 'sql' | 'commands' | 'clock' | 'signal'>): Promise<{ ended: number }> {
  const now = clock()
  // Nobody's today is more than a day ahead of this.
  const latest = addDays(now.slice(0, 10), -1)
  let ended = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
    const page = await sql<RunningStreak[]>`
      SELECT s.user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at, s.current_streak, s.last_study_date::text
      FROM read.study_streaks s JOIN read.users u ON u.id = s.user_id
      WHERE s.current_streak > 0 AND s.last_study_date <= ${latest} AND s.user_id > ${after}
      ORDER BY s.user_id LIMIT ${PAGE_SIZE}`
    for (const streak of page) if (!signal.aborted && (await endIfBroken(streak, now, commands))) ended += 1
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) break
    after = last.user_id
  }
  return { ended }
}

async function endIfBroken(streak: RunningStreak, now: string, commands: Commands): Promise<boolean> {
  const { user_id: userId, last_study_date: lastStudyDate, time_zone: timeZone } = streak
  const missed = addDays(lastStudyDate, 1)
  const calendar = { timeZone, formerTimeZone: streak.former_time_zone, timeZoneChangedAt: streak.time_zone_changed_at }
  const today = accountDay(now, calendar)
  if (missed >= today) return false
  // The read model may not have seen an answer of that day yet.
  const day = await commands.load(studyDay, studyDayId(userId, missed))
  if (day.state.answers.size > 0) return false
  // What yesterday gave may still be answered, and the answer counts for yesterday.
  if (addDays(missed, 1) === today && day.state.delivered.size > 0) return false
  const context = { commandId: uuidV5(`${userId}/${missed}`, JOB_NAMESPACE), actorId: 'worker', correlationId: `streaks-${now}`, now }
  const { events } = await commands.execute(
    streakAggregate,
    userId,
    breakStreak({ userId, lastStudyDate, days: streak.current_streak }),
    context,
  )
  return events.length > 0
}
