import { type MailProvider, mailDelivery, stopDelivery } from '@medicready/domain/accounts/mail-delivery'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { MailEvent, ProviderCall } from '@medicready/platform/mail-events/mail-event'
import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import type { CommandContext } from '../../command-context.ts'
import { uuidOfName } from '../../name-uuid.ts'
import type { Parts } from '../../parts.ts'
import { findAccount } from '../find-account.ts'

const NAMESPACE = '5d2c0f0e-58a5-4b7b-9a53-1f0f6f0f3c77'

interface ReceivingParts extends Pick<Parts, 'commands' | 'hashEmail'> {
  readonly mailEventSources: MailEventSources
}

/**
 * Stops reminders to addresses of which a provider tells that its mails came back or were called spam. Of addresses
 * that nobody has here, nothing is kept. Refused with `routeNotFound` where the provider is not set up, and with
 * `signatureInvalid` or `invalidRequest`.
 */
export async function receiveMailEvents(
  parts: ReceivingParts,
  { provider, ...call }: Omit<ProviderCall, 'now'> & { readonly provider: MailProvider },
  context: CommandContext,
): Promise<Outcome<{ readonly received: true }>> {
  const source = parts.mailEventSources[provider]
  if (!source) throw new Rejection('routeNotFound')
  for (const event of await source.eventsIn({ ...call, now: context.now })) await stop(parts, { provider, ...event }, context)
  return { answer: { received: true }, position: null }
}

async function stop(
  parts: ReceivingParts,
  { provider: source, eventId, email, reason, happenedAt }: MailEvent & { readonly provider: MailProvider },
  context: CommandContext,
): Promise<void> {
  const account = await findAccount(parts, email)
  if (!account) return
  const { userId } = account.state
  const told = { userId, emailHash: await parts.hashEmail(email), reason, source, eventId, happenedAt }
  // One call tells of several events, and several calls of the same.
  const commandId = uuidOfName(JSON.stringify(told), NAMESPACE)
  await parts.commands.execute(mailDelivery, userId, stopDelivery(told), { ...context, commandId, actorId: source })
}
