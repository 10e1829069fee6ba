import { releaseTutee, releaseTutor, tuteeAggregate, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import { type RequestState, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Session {
  readonly requestId: string
  readonly sessionId: string
  readonly tutorId: string
  readonly userId: string
}

/**
 * Releases the hours that were held for a session and that it does not need: those of plans before, and all of them
 * where it is cancelled or never came to be. What it needs, its request's own stream says.
 */
export async function releaseHours(
  { commands }: Pick<Parts, 'commands'>,
  { requestId, sessionId, tutorId, userId }: Session,
  context: CommandContext,
): Promise<void> {
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  const keep = neededPlan(state, sessionId)
  const release = { at: context.now, sessionId, keep }
  await commands.execute(tutorAggregate, tutorId, releaseTutor({ ...release, userId: tutorId }), context)
  await commands.execute(tuteeAggregate, userId, releaseTutee({ ...release, userId }), context)
}

function neededPlan({ sessions }: RequestState, sessionId: string): number | null {
  const session = sessions.find((each) => each.sessionId === sessionId)
  return session && session.state !== 'cancelled' ? session.sequence : null
}
