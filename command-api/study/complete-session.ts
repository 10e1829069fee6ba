import type { Outcome } from '@medicready/domain/outcome'
import { closeSession, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { completeSession as decide, studySession } from '@medicready/domain/study/study-session'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { ownSession } from './own-session.ts'

interface Completion {
  readonly userId: string
  readonly studySessionId: string
  readonly endedBy: 'learner' | 'expired'
}

/**
 * Completes a learner's session, once, with the answers that its day holds. The day closes it first: no answer comes
 * after those that it is completed with. Where that is all that was done, the next sending or the job does the rest.
 * Refused with `sessionNotFound`.
 */
export async function completeSession(
  parts: Pick<Parts, 'commands'>,
  completion: Completion,
  context: CommandContext,
): Promise<Outcome<{ readonly isNew: boolean }>> {
  const { userId, studySessionId, endedBy } = completion
  const { commands } = parts
  const { date } = await ownSession(parts, completion)
  const { completed } = (await commands.load(studySession, studySessionId)).state
  const close = closeSession({ userId, date, studySessionId })
  const day = (await commands.execute(studyDay, studyDayId(userId, date), close, context)).state
  const { events, position } = await commands.execute(studySession, studySessionId, decide({ day, endedBy }), context)
  return { answer: { isNew: completed === null && events.length > 0 }, position }
}
