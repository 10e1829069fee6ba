import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { pushDevices, subscribe, unsubscribe, type WhichDevice } from '@medicready/domain/reminders/push-devices'
import { arePushKeys } from '@medicready/platform/push/push-addresses'
import type { PushTarget } from '@medicready/platform/push/push-sender'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Subscribing extends PushTarget {
  readonly userId: string
  /** In words that its owner recognises. */
  readonly name: string
  readonly replaces?: string | undefined
}

/** Shows somebody's notifications on a browser. Refused with `pushAddressRefused` where none can be sent to it. */
export async function subscribeToPush(
  { commands, isPushAddress }: Pick<Parts, 'commands'> & { readonly isPushAddress: (endpoint: string) => boolean },
  { userId, endpoint, keys, name, replaces }: Subscribing,
  context: CommandContext,
): Promise<Outcome<{ readonly id: string }>> {
  if (!isPushAddress(endpoint) || !arePushKeys(keys)) throw new Rejection('pushAddressRefused')
  const subscribing = { userId, deviceId: idFrom(context, 'push device'), at: context.now, endpoint, keys, name, replaces }
  const { state, position } = await commands.execute(pushDevices, userId, subscribe(subscribing), context)
  const device = state.find((known) => known.endpoint === endpoint)
  return { answer: { id: device?.deviceId ?? subscribing.deviceId }, position }
}

/** Shows no more notifications on a browser. */
export async function unsubscribeFromPush(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...which }: WhichDevice & { readonly userId: string },
  context: CommandContext,
): Promise<Outcome<{ readonly ok: true }>> {
  const decide = unsubscribe({ userId, at: context.now, cause: 'byPerson' }, which)
  const { position } = await commands.execute(pushDevices, userId, decide, context)
  return { answer: { ok: true }, position }
}
