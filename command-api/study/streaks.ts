import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { earnFreeze, missDay, spendFreeze, streakAggregate } from '@medicready/domain/study/streak'
import { studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { type RunningStreak, runningStreaks, unrecordedFreezes } from '@medicready/projector/read-models/study/streak-queries'
import { v5 as uuidV5 } from 'uuid'
import { type JobDeps, RetryLater } from '../worker/definitions.ts'
import { A_MOMENT, areShown, inPages } from '../worker/shown.ts'

const FREEZE_NAMESPACE = '0f2b6c1e-5b0d-4a43-8a0e-6a6c0c9d4b72'

type StreakDeps = Omit<JobDeps, 'signal'>

export async function recordFreezes(
  { data: { userId }, position, metadata }: RecordedFact<'AnswerSubmitted' | 'ExamAnswered'>,
  deps: JobDeps,
): Promise<void> {
  if (!(await areShown(deps, position.commit, [unrecordedFreezes], A_MOMENT)))
    throw new RetryLater('The streaks do not yet show this answer.')
  await recordDueFreezes(deps, userId, metadata.correlationId)
}

/** In the order of their days; the decider counts each once and limits the freezes. */
export async function recordDueFreezes({ sql, commands, clock }: StreakDeps, userId: string, correlationId: string): Promise<void> {
  for (const { kind, date, days } of await unrecordedFreezes(sql, userId)) {
    const context = {
      commandId: uuidV5(`${userId}/${kind}/${date}`, FREEZE_NAMESPACE),
      actorId: 'worker',
      correlationId,
      now: clock(),
    }
    const record = kind === 'earned' ? earnFreeze : spendFreeze
    await commands.execute(streakAggregate, userId, record({ userId, date, days }), context)
  }
}

interface Settled {
  ended: number
  frozen: number
}

const BROKEN_NAMESPACE = 'c2a4d1de-0c1b-4c7d-9d39-8d6f0a3a51a8'

/** A missed day on the account's calendar costs a freeze or ends the streak. */
export async function endBrokenStreaks(deps: JobDeps): Promise<Settled> {
  const now = deps.clock()
  // No account is more than a day ahead of this.
  const latest = addDays(now.slice(0, 10), -1)
  const done = { ended: 0, frozen: 0 }
  const running = inPages((page) => runningStreaks(deps.sql, { latest, ...page }), 'userId', deps.signal)
  for await (const streak of running) await settle(deps, streak, now, done)
  return done
}

/** Until a day that can still be answered, or that ends the streak. */
async function settle(deps: StreakDeps, streak: RunningStreak, now: string, done: Settled): Promise<void> {
  const { userId, currentStreak: days } = streak
  const today = accountDay(now, streak)
  const correlationId = `streaks-${now}`
  let missed = addDays(streak.settledOn, 1)
  // Freezes earned so far must be recorded before missed days spend them.
  if (missed < today) await recordDueFreezes(deps, userId, correlationId)
  for (; missed < today; missed = addDays(missed, 1)) {
    // The read model may not have seen an answer of that day yet.
    const day = await deps.commands.load(studyDayAggregate, studyDayId(userId, missed))
    if (day.state.answers.size > 0) return
    // Yesterday's questions can still be answered, and the answer counts for yesterday.
    if (addDays(missed, 1) === today && day.state.delivered.size > 0) return
    const context = { commandId: uuidV5(`${userId}/${missed}`, BROKEN_NAMESPACE), actorId: 'worker', correlationId, now }
    const { events, state } = await deps.commands.execute(streakAggregate, userId, missDay({ userId, date: missed, days }), context)
    for (const { type } of events) done[type === 'StreakBroken' ? 'ended' : 'frozen'] += 1
    if ((state.brokenOn ?? '') >= missed) return
  }
}
