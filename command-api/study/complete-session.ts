import type { Outcome } from '@medicready/domain/outcome'
import { studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { completeSession as decide, studySession } from '@medicready/domain/study/study-session'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { ownSession } from './own-session.ts'

interface Completion {
  readonly userId: string
  readonly studySessionId: string
  readonly endedBy: 'learner' | 'expired'
}

/** Completes a learner's session, once, with the answers that its day holds. Refused with `sessionNotFound`. */
export async function completeSession(
  parts: Pick<Parts, 'commands'>,
  completion: Completion,
  context: CommandContext,
): Promise<Outcome<{ readonly isNew: boolean }>> {
  const { userId, studySessionId, endedBy } = completion
  const { started, hasEnded } = await ownSession(parts, completion)
  const day = (await parts.commands.load(studyDay, studyDayId(userId, started.date))).state
  const { events, position } = await parts.commands.execute(studySession, studySessionId, decide({ day, endedBy }), context)
  return { answer: { isNew: !hasEnded && events.length > 0 }, position }
}
