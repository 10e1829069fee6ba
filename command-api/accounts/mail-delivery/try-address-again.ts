import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { tryAddressAgain as decide, leaveAddress, mailDelivery } from '@medicready/domain/accounts/mail-delivery'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { Outcome } from '@medicready/domain/outcome'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { type CommandContext, reactionContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'
import { tellAccount } from '../tell-account.ts'

/** Sends reminders to somebody's address again. Refused with `addressTriedLately`. */
export async function tryAddressAgain(
  { commands, hashEmail }: Pick<Parts, 'commands' | 'hashEmail'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<Outcome<{ readonly isStopped: false }>> {
  const { state } = await commands.load(accountAggregate, userId)
  const emailHash = await hashEmail((isRegistered(state) && state.email) || '')
  const { position } = await commands.execute(mailDelivery, userId, decide({ userId, emailHash, now: context.now }), context)
  return { answer: { isStopped: false }, position }
}

/**
 * Whoever wants an address tried again finds out at once whether it takes mail, and not by a reminder that never came.
 */
export async function sendTrial(
  fact: Recorded<FactOf<'MailDeliveryResumed'>>,
  parts: Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const { userId, cause } = fact.data
  if (cause !== 'byPerson') return
  await tellAccount(fact, { userId, kind: 'addressTried', words: () => trialMail(new URL('/reminders', parts.publicUrl).href) }, parts)
}

/** An account that has another address begins anew with it. */
export async function resumeWithNewAddress(
  fact: Recorded<FactOf<'EmailChanged'>>,
  { commands, clock }: Pick<WorkerParts, 'commands' | 'clock'>,
): Promise<void> {
  const { userId, formerEmailHash: emailHash } = fact.data
  const context = reactionContext(fact, clock)
  await commands.execute(mailDelivery, userId, leaveAddress({ userId, emailHash, now: context.now }), context)
}

const trialMail = (link: string): Words =>
  letter({
    subject: 'Our mails reach you again',
    greeting: 'It works',
    text: 'You asked us to try this address again, and here we are. The reminders that you have chosen come here from now on.',
    button: 'See my reminders',
    link,
  })
