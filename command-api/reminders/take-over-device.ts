import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { pushDevices, unsubscribe } from '@medicready/domain/reminders/push-devices'
import { formerOwnersOfEndpoint } from '@medicready/projector/read-models/reminders/reminder-queries'
import { NotNow } from '../worker/definitions.ts'
import { areShown } from '../worker/shown.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { contextOf } from './send-to-devices.ts'

const WAIT = { looks: 50, milliseconds: 100 }

/** A browser shows the notifications of whoever subscribed with it last, and of nobody before. */
export async function takeOverDevice(
  fact: Recorded<FactOf<'PushSubscribed'>>,
  parts: Pick<WorkerParts, 'commands' | 'sql' | 'clock' | 'signal'>,
): Promise<void> {
  const { commands, sql, clock } = parts
  const { userId, endpoint, at } = fact.data
  if (endpoint === null) return
  if (!(await areShown(parts, fact.position.commit, WAIT, ['reminders/push-devices'])))
    throw new NotNow('The read models do not show yet whose this browser was.')
  const others = await formerOwnersOfEndpoint(sql, { endpoint, userId, at })
  for (const { userId: former, deviceId } of others) {
    const decide = unsubscribe({ userId: former, at: clock(), cause: 'replaced' }, { deviceId })
    await commands.execute(pushDevices, former, decide, contextOf(fact, former, clock))
  }
}
