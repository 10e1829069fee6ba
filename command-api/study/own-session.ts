import { addDays } from '@medicready/domain/calendar'
import { Rejection } from '@medicready/domain/rejection'
import { type StudySessionState, studySession } from '@medicready/domain/study/study-session'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

export interface OwnSession {
  readonly started: NonNullable<StudySessionState['started']>
  /** Whether it was completed. */
  readonly hasEnded: boolean
}

interface Asked {
  readonly userId: string
  readonly studySessionId: string
}

/** A session of the learner's own, as the log has it now. Refused with `sessionNotFound`. */
export async function ownSession({ commands }: Pick<Parts, 'commands'>, { userId, studySessionId }: Asked): Promise<OwnSession> {
  const { started, completed } = (await commands.load(studySession, studySessionId)).state
  if (started?.userId !== userId) throw new Rejection('sessionNotFound')
  return { started, hasEnded: completed !== null }
}

/** A session that may still be answered by its day: it began today or yesterday. Refused with `sessionNotFound`. */
export async function sessionToAnswer(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  asked: Asked,
  context: CommandContext,
): Promise<OwnSession> {
  const [session, today] = await Promise.all([ownSession(parts, asked), parts.accountDays.today(asked.userId, context.now)])
  if (![today, addDays(today, -1)].includes(session.started.date)) throw new Rejection('sessionNotFound')
  return session
}
