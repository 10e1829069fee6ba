import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { closeSession, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { completeSession as decide, type StudySessionState, studySessionAggregate } from '@medicready/domain/study/study-session'
import { type OpenSession, openSessions } from '@medicready/projector/read-models/study/day-queries'
import { v5 as uuidV5 } from 'uuid'
import { type CommandContext, jobContext } from '../command-context.ts'
import type { Commands } from '../commands.ts'
import type { Dependencies } from '../dependencies.ts'
import type { JobDeps } from '../worker/definitions.ts'
import { doneWith, inPages } from '../worker/shown.ts'

type Started = NonNullable<StudySessionState['started']>

interface Asked {
  readonly userId: string
  readonly studySessionId: string
}

export async function ownSession({ commands }: Pick<Dependencies, 'commands'>, { userId, studySessionId }: Asked): Promise<Started> {
  const { started } = await commands.read(studySessionAggregate, studySessionId, (remembered) => remembered.started !== null)
  if (started?.userId !== userId) throw new Rejection('sessionNotFound')
  return started
}

/** Sessions can be answered on their day and the next; null otherwise. Throws `sessionNotFound`. */
export async function sessionToAnswer(deps: Pick<Dependencies, 'commands' | 'accountDays'>, asked: Asked, context: CommandContext) {
  const [session, today] = await Promise.all([ownSession(deps, asked), deps.accountDays.today(asked.userId, context.now)])
  return [today, addDays(today, -1)].includes(session.date) ? session : null
}

interface Completion {
  readonly userId: string
  readonly studySessionId: string
  readonly endedBy: 'learner' | 'expired'
}

/** The day closes the session first, so no answer can follow; a repeat or the job completes it. */
export async function completeSession(deps: Pick<Dependencies, 'commands'>, completion: Completion, context: CommandContext) {
  const { userId, studySessionId, endedBy } = completion
  const { commands } = deps
  const { date } = await ownSession(deps, completion)
  const { completed } = (await commands.load(studySessionAggregate, studySessionId)).state
  const close = closeSession({ userId, date, studySessionId })
  const day = (await commands.execute(studyDayAggregate, studyDayId(userId, date), close, context)).state
  const { events } = await commands.execute(studySessionAggregate, studySessionId, decide({ day, endedBy }), context)
  return { isNew: completed === null && events.length > 0 }
}

const JOB_NAMESPACE = '5b9d4c0e-7f43-4a55-9d0b-2e6a1c8f7d12'

/** A session expires at the end of the day after it began, on the account's calendar. */
export async function endExpiredSessions({ sql, commands, clock, signal }: JobDeps): Promise<{ ended: number }> {
  const now = clock()
  // No account is more than a day ahead of this.
  const latest = addDays(now.slice(0, 'YYYY-MM-DD'.length), -1)
  const open = inPages((page) => openSessions(sql, { latest, ...page }), 'id', signal)
  return { ended: await doneWith(open, signal, (session) => endIfExpired(session, now, commands)) }
}

async function endIfExpired(session: OpenSession, now: string, commands: Commands): Promise<boolean> {
  const { id: studySessionId, userId, date } = session
  if (addDays(date, 1) >= accountDay(now, session)) return false
  const context = jobContext('sessions', uuidV5(studySessionId, JOB_NAMESPACE), now)
  const answer = await completeSession({ commands }, { userId, studySessionId, endedBy: 'expired' }, context)
  return answer.isNew
}
