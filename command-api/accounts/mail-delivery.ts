import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import {
  tryAddressAgain as decide,
  leaveAddress,
  type MailProvider,
  mailDeliveryAggregate,
  stopDelivery,
} from '@medicready/domain/accounts/mail-delivery'
import type { RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { MailEvent, ProviderCall } from '@medicready/platform/mail-events/mail-event'
import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import { type CommandContext, reactionContext, uuidOfName } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { MailDeps, WorkerDeps } from '../worker/definitions.ts'
import { findAccount } from './find-account.ts'
import { tellAccount } from './tell-account.ts'

const NAMESPACE = '5d2c0f0e-58a5-4b7b-9a53-1f0f6f0f3c77'

interface ReceivingDeps extends Pick<Dependencies, 'commands' | 'hashEmail'> {
  readonly mailEventSources: MailEventSources
}

/** Nothing is kept about addresses without an account. */
export async function receiveMailEvents(
  deps: ReceivingDeps,
  { provider, ...call }: Omit<ProviderCall, 'now'> & { readonly provider: MailProvider },
  context: CommandContext,
): Promise<{ readonly received: true }> {
  const source = deps.mailEventSources[provider]
  if (!source) throw new Rejection('routeNotFound')
  for (const event of await source.eventsIn({ ...call, now: context.now })) await stop(deps, { provider, ...event }, context)
  return { received: true }
}

async function stop(
  deps: ReceivingDeps,
  { provider: source, eventId, email, reason, happenedAt }: MailEvent & { readonly provider: MailProvider },
  context: CommandContext,
): Promise<void> {
  const account = await findAccount(deps, email)
  if (!account) return
  const { userId } = account.state
  const told = { userId, emailHash: await deps.hashEmail(email), reason, source, eventId, happenedAt }
  // One call reports several events, and several calls may report the same one.
  const commandId = uuidOfName(JSON.stringify(told), NAMESPACE)
  await deps.commands.execute(mailDeliveryAggregate, userId, stopDelivery(told), { ...context, commandId, actorId: source })
}

export async function tryAddressAgain(
  { commands, hashEmail }: Pick<Dependencies, 'commands' | 'hashEmail'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<{ readonly isStopped: false }> {
  const { state } = await commands.load(accountAggregate, userId)
  const emailHash = await hashEmail((isRegistered(state) && state.email) || '')
  await commands.execute(mailDeliveryAggregate, userId, decide({ userId, emailHash, now: context.now }), context)
  return { isStopped: false }
}

export async function sendTrial(fact: RecordedFact<'MailDeliveryResumed'>, deps: MailDeps): Promise<void> {
  const { userId, cause } = fact.data
  if (cause !== 'byPerson') return
  const words = {
    subject: 'Our emails reach you again',
    greeting: 'It works',
    text: 'You asked us to try this address again, and it works. We will send your reminders here from now on.',
    button: 'See my reminders',
    link: '/reminders',
  }
  await tellAccount(fact, { userId, kind: 'addressTried', words }, deps)
}

export async function resumeWithNewAddress(
  fact: RecordedFact<'EmailChanged'>,
  { commands, clock }: Pick<WorkerDeps, 'commands' | 'clock'>,
): Promise<void> {
  const { userId, formerEmailHash: emailHash } = fact.data
  const context = reactionContext(fact, clock)
  await commands.execute(mailDeliveryAggregate, userId, leaveAddress({ userId, emailHash, now: context.now }), context)
}
