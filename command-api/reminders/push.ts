import type { Recorded } from '@medicready/domain/core/event'
import type { RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type PushDevice, pushDevicesAggregate, subscribe, unsubscribe, type WhichDevice } from '@medicready/domain/reminders/push-devices'
import { arePushKeys } from '@medicready/platform/push/push-addresses'
import { PushDeferred, PushGone, PushRefused, type PushTarget } from '@medicready/platform/push/push-sender'
import { formerOwnersOfEndpoint } from '@medicready/projector/read-models/reminders/reminder-queries'
import { type CommandContext, idFrom, reactionContext, uuidOfName } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { type JobDeps, RetryLater, type WorkerDeps } from '../worker/definitions.ts'
import { areShown } from '../worker/shown.ts'

interface Subscribing extends PushTarget {
  readonly userId: string
  readonly name: string
  readonly replaces?: string | undefined
}

export async function subscribeToPush(
  { commands, isPushAddress }: Pick<Dependencies, 'commands'> & { readonly isPushAddress: (endpoint: string) => boolean },
  { userId, endpoint, keys, name, replaces }: Subscribing,
  context: CommandContext,
): Promise<{ readonly id: string }> {
  if (!isPushAddress(endpoint) || !arePushKeys(keys)) throw new Rejection('pushAddressRefused')
  const subscribing = { userId, deviceId: idFrom(context, 'push device'), at: context.now, endpoint, keys, name, replaces }
  const { state } = await commands.execute(pushDevicesAggregate, userId, subscribe(subscribing), context)
  const device = state.find((known) => known.endpoint === endpoint)
  return { id: device?.deviceId ?? subscribing.deviceId }
}

export async function unsubscribeFromPush(
  { commands }: Pick<Dependencies, 'commands'>,
  { userId, ...which }: WhichDevice & { readonly userId: string },
  context: CommandContext,
): Promise<{ readonly ok: true }> {
  const decide = unsubscribe({ userId, at: context.now, cause: 'byPerson' }, which)
  await commands.execute(pushDevicesAggregate, userId, decide, context)
  return { ok: true }
}

/** A browser shows only notifications of the person who subscribed last. */
export async function takeOverDevice(fact: RecordedFact<'PushSubscribed'>, deps: JobDeps): Promise<void> {
  const { commands, sql, clock } = deps
  const { userId, endpoint, at } = fact.data
  if (endpoint === null) return
  if (!(await areShown(deps, fact.position.commit, [formerOwnersOfEndpoint])))
    throw new RetryLater('The read models do not yet show who used this browser before.')
  const others = await formerOwnersOfEndpoint(sql, { endpoint, userId, at })
  for (const { userId: former, deviceId } of others) {
    const decide = unsubscribe({ userId: former, at: clock(), cause: 'replaced' }, { deviceId })
    await commands.execute(pushDevicesAggregate, former, decide, contextOf(fact, former, clock))
  }
}

const NAMESPACE = '3b0c5a5e-6f43-4d07-8e0a-2d1b8c7a9f20'

export interface Notice {
  readonly title: string
  readonly body: string
  readonly path: string
  readonly silent?: true
}

export type SendingDeps = Pick<WorkerDeps, 'commands' | 'clock' | 'logger' | 'pushes'>

export const devicesLeft = async (
  { commands }: Pick<SendingDeps, 'commands'>,
  userId: string,
  reached: readonly string[],
): Promise<readonly PushDevice[]> =>
  (await commands.load(pushDevicesAggregate, userId)).state.filter(({ deviceId }) => !reached.includes(deviceId))

/** Several commands may follow from one fact. */
export const contextOf = (fact: Recorded, step: string, clock: WorkerDeps['clock']) => ({
  ...reactionContext(fact, clock),
  commandId: uuidOfName(`${fact.id}/${step}`, NAMESPACE),
})

/** Topic and tag follow from the fact, so a repeated push replaces the first. Expired devices are unsubscribed. */
export async function sendToDevices(
  { commands, clock, logger, pushes }: SendingDeps,
  fact: Recorded,
  { userId, devices, notice, until }: { userId: string; devices: readonly PushDevice[]; notice: Notice; until: string },
) {
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
        else if (error instanceof PushRefused) logger.warn({ err: error, event: fact.id, deviceId }, 'a push was permanently refused')
        else if (error instanceof PushGone) {
          const decide = unsubscribe({ userId, at: clock(), cause: 'expired' }, { deviceId })
          await commands.execute(pushDevicesAggregate, userId, decide, contextOf(fact, deviceId, clock))
        } else throw error
      }
    }),
  )
  return { reached: reached.toSorted(), isDeferred }
}
