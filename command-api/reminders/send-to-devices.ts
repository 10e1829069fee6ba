import type { Recorded } from '@medicready/domain/event'
import { type PushDevice, pushDevices, unsubscribe } from '@medicready/domain/reminders/push-devices'
import { PushDeferred, PushGone, PushRefused } from '@medicready/platform/push/push-sender'
import { reactionContext } from '../command-context.ts'
import { uuidOfName } from '../name-uuid.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

const NAMESPACE = '3b0c5a5e-6f43-4d07-8e0a-2d1b8c7a9f20'

/** What a device shows, and where a click on it leads. */
export interface Notice {
  readonly title: string
  /** With why it came. */
  readonly body: string
  /** A path of the product. */
  readonly path: string
  /** It makes no sound. */
  readonly silent?: true
}

export interface Delivery {
  /** The ids of the devices whose push services took it. */
  readonly reached: readonly string[]
  /** Others may take it later. */
  readonly isDeferred: boolean
}

type SendingParts = Pick<WorkerParts, 'commands' | 'clock' | 'logger' | 'pushes'>

/** The devices of somebody that a reminder has not reached yet. */
export const devicesLeft = async (
  { commands }: Pick<SendingParts, 'commands'>,
  userId: string,
  reached: readonly string[],
): Promise<readonly PushDevice[]> => (await commands.load(pushDevices, userId)).state.filter(({ deviceId }) => !reached.includes(deviceId))

/** What one command of a fact does several times is several commands. */
export const contextOf = (fact: Recorded, step: string, clock: WorkerParts['clock']) => ({
  ...reactionContext(fact, clock),
  commandId: uuidOfName(`${fact.id}/${step}`, NAMESPACE),
})

/**
 * Sends a notice to devices, to all at once. Topic and tag follow from the fact: a push that goes out twice, after a
 * crash, takes the place of the first. Devices that are gone are so from now on.
 */
export async function sendToDevices(
  { commands, clock, logger, pushes }: SendingParts,
  fact: Recorded,
  { userId, devices, notice, until }: { userId: string; devices: readonly PushDevice[]; notice: Notice; until: string },
): Promise<Delivery> {
  const topic = fact.id.replaceAll('-', '')
  const seconds = (Date.parse(until) - Date.parse(clock())) / 1_000
  const push = { content: JSON.stringify({ ...notice, tag: topic }), topic, seconds, urgency: 'normal' } as const
  const reached: string[] = []
  let isDeferred = false
  await Promise.all(
    devices.map(async (device) => {
      const { deviceId } = device
      try {
        await pushes.send(device, push)
        reached.push(deviceId)
      } catch (error) {
        if (error instanceof PushDeferred) isDeferred = true
        else if (error instanceof PushRefused) logger.warn({ err: error, event: fact.id, deviceId }, 'a push was refused for good')
        else if (error instanceof PushGone) {
          const decide = unsubscribe({ userId, at: clock(), cause: 'expired' }, { deviceId })
          await commands.execute(pushDevices, userId, decide, contextOf(fact, deviceId, clock))
        } else throw error
      }
    }),
  )
  return { reached: reached.toSorted(), isDeferred }
}
