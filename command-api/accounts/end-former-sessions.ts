import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { endSessions } from '@medicready/platform/http/sessions'
import type { WorkerParts } from '../worker/worker-parts.ts'

type Change = FactOf<'PasswordChanged'> | FactOf<'RoleGranted'> | FactOf<'RoleRevoked'>

/** Ends what a process that was killed has left of the sessions from before a new password or another role. */
export async function endFormerSessions(fact: Recorded<Change>, { sql }: Pick<WorkerParts, 'sql'>): Promise<void> {
  await endSessions(sql, fact.data.userId, { startedBefore: fact.metadata.occurredAt })
}
