import { accountDay } from '@medicready/domain/accounts/account-day'
import { addDays } from '@medicready/domain/calendar'
import { type OpenSession, openSessions } from '@medicready/projector/read-models/study/earlier-day-queries'
import { v5 as uuidV5 } from 'uuid'
import type { Commands } from '../commands.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { completeSession } from './complete-session.ts'

const PAGE_SIZE = 500
const JOB_NAMESPACE = '5b9d4c0e-7f43-4a55-9d0b-2e6a1c8f7d12'

/**
 * Completes the sessions that can no longer be answered: the day after the one that began them is over on the account's
 * own calendar. The read models say where to look, the log decides. Answers how many sessions it completed.
 */
export async function endExpiredSessions({
  sql,
  commands,
  clock,
  signal,
}: Pick<WorkerParts, 'sql' | 'commands' | 'clock' | 'signal'>): Promise<{ ended: number }> {
  const now = clock()
  // Nobody's today is more than a day ahead of this.
  const latest = addDays(now.slice(0, 'YYYY-MM-DD'.length), -1)
  let ended = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
    const page = await openSessions(sql, { latest, after, limit: PAGE_SIZE })
    for (const session of page) if (!signal.aborted && (await endIfExpired(session, now, commands))) ended += 1
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) break
    after = last.id
  }
  return { ended }
}

async function endIfExpired(session: OpenSession, now: string, commands: Commands): Promise<boolean> {
  const { id: studySessionId, userId, date } = session
  if (addDays(date, 1) >= accountDay(now, session)) return false
  const context = { commandId: uuidV5(studySessionId, JOB_NAMESPACE), actorId: 'worker', correlationId: `sessions-${now}`, now }
  const { answer } = await completeSession({ commands }, { userId, studySessionId, endedBy: 'expired' }, context)
  return answer.isNew
}
