import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { RESUME_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { Progress } from '../worker/progress.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

/**
 * Lets go on what an administrator wants to go on: a reaction that is parked, or a read model, whose projector is told.
 * One that is not parked goes on as it does.
 */
export async function resumeProcess(
  { data: { kind, name } }: Recorded<FactOf<'ProcessResumed'>>,
  { sql }: Pick<WorkerParts, 'sql'>,
): Promise<void> {
  if (kind === 'reaction') await new Progress(sql).resume(name)
  else await sql.notify(RESUME_CHANNEL, name)
}
