import { addDays } from '@medicready/domain/calendar'
import { Rejection } from '@medicready/domain/rejection'
import { type StudySessionState, studySession } from '@medicready/domain/study/study-session'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

type Started = NonNullable<StudySessionState['started']>

interface Asked {
  readonly userId: string
  readonly studySessionId: string
}

/** How a session of the learner's own was started, which stays so. Refused with `sessionNotFound`. */
export async function ownSession({ commands }: Pick<Parts, 'commands'>, { userId, studySessionId }: Asked): Promise<Started> {
  const remembered = (await commands.recall(studySession, studySessionId)).state
  const { started } = remembered.started ? remembered : (await commands.load(studySession, studySessionId)).state
  if (started?.userId !== userId) throw new Rejection('sessionNotFound')
  return started
}

/**
 * A session if it may be answered by its day: it began today or yesterday; null otherwise. Refused with
 * `sessionNotFound` where it is not theirs.
 */
export async function sessionToAnswer(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  asked: Asked,
  context: CommandContext,
): Promise<Started | null> {
  const [session, today] = await Promise.all([ownSession(parts, asked), parts.accountDays.today(asked.userId, context.now)])
  return [today, addDays(today, -1)].includes(session.date) ? session : null
}
