import { endFreePeriods as decide } from '@medicready/domain/billing/free-period'
import { subscription } from '@medicready/domain/billing/subscription'
import { usersWithEndedPeriods } from '@medicready/projector/read-models/billing/discount-code-queries'
import { uuidOfName } from '../../name-uuid.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'

const JOB_NAMESPACE = 'd0a0a1de-5d5c-4a07-9d1b-86f0b1a3c7e4'

/** Ends the free subscriptions whose time is over. The read model says where to look, the log decides. */
export async function endFreePeriods({
  commands,
  sql,
  clock,
  signal,
}: Pick<WorkerParts, 'commands' | 'sql' | 'clock' | 'signal'>): Promise<{ ended: number }> {
  const now = clock()
  let ended = 0
  for (const { userId } of await usersWithEndedPeriods(sql, now)) {
    if (signal.aborted) break
    const commandId = uuidOfName(`${userId}/${now}`, JOB_NAMESPACE)
    const context = { commandId, actorId: 'worker', correlationId: `free-periods-${now}`, now }
    const { events } = await commands.execute(subscription, userId, decide({ userId, now }), context)
    if (events.length > 0) ended += 1
  }
  return { ended }
}
