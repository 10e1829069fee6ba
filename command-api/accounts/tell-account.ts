import { type AccountMailKind, accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { mailDelivery, type StopReason, stopDelivery, whyStopped } from '@medicready/domain/accounts/mail-delivery'
import { isMailDue, recordMail } from '@medicready/domain/accounts/personal-data'
import type { Recorded } from '@medicready/domain/core/event'
import type { Logger } from '@medicready/platform/logger'
import type { Words } from '@medicready/platform/mail/letter'
import { AddressRefused, type Mail, MailDeferred, type Mailer, MailRefused } from '@medicready/platform/mail/mailer'
import { partOf, reactionContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { RetryLater, type WorkerParts } from '../worker/definitions.ts'

/** Mails that the owner can do without are not sent to a stopped address; mails about the account itself are. */
export async function whyMailStopped(
  { commands, hashEmail }: Pick<Parts, 'commands' | 'hashEmail'>,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<StopReason | null> {
  const { state } = await commands.load(mailDelivery, userId)
  return state.stops.length === 0 ? null : whyStopped(state, await hashEmail(email))
}

export async function noteNoMailbox(
  fact: Recorded & { readonly data: { readonly userId: string } },
  { to, id: eventId }: { readonly to: string; readonly id: string },
  { commands, hashEmail, clock }: Pick<WorkerParts, 'commands' | 'hashEmail' | 'clock'>,
): Promise<void> {
  const { userId } = fact.data
  const context = reactionContext(fact, clock)
  const stop = {
    userId,
    emailHash: await hashEmail(to),
    reason: 'bounced',
    source: 'mailServer',
    eventId,
    happenedAt: context.now,
  } as const
  await commands.execute(mailDelivery, userId, stopDelivery(stop), context)
}

/**
 * The caller records the mail afterwards. After a crash in between it is sent again with the same Message-ID; recording
 * first could lose it. False if the server refused it for good.
 */
export async function sendAccountMail(
  { mailer, logger }: { readonly mailer: Mailer; readonly logger: Logger },
  mail: Mail,
  whenNoMailbox?: () => Promise<void>,
): Promise<boolean> {
  try {
    await mailer.send(mail)
    return true
  } catch (error) {
    if (error instanceof MailDeferred) throw new RetryLater(error.message)
    if (!(error instanceof MailRefused)) throw error
    if (error instanceof AddressRefused) await whenNoMailbox?.()
    logger.warn({ err: error, mail: mail.id }, 'a mail was refused for good')
    return false
  }
}

/** One slow recipient holds up no other: the rest are told before RetryLater is thrown. */
export async function tellEach<Recipient>(recipients: Iterable<Recipient>, tell: (recipient: Recipient) => Promise<void>): Promise<void> {
  let deferred: RetryLater | null = null
  for (const recipient of recipients)
    try {
      await tell(recipient)
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error
      deferred = error
    }
  if (deferred) throw deferred
}

interface Telling {
  readonly userId: string
  readonly kind: AccountMailKind
  readonly to?: string
  readonly words: (account: RegisteredAccount) => Words | null
}

export async function tellAccount(
  fact: Recorded,
  { userId, kind, to, words }: Telling,
  parts: Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger'>,
): Promise<void> {
  const { commands, clock } = parts
  const told = { kind, cause: fact.id }
  const { state } = await commands.load(accountAggregate, userId)
  if (!isMailDue(state, told)) return
  const letter = words(state)
  if (!letter || !(await sendAccountMail(parts, { to: to ?? state.email, id: `${kind}.${fact.id}`, ...letter }))) return
  // Its own command: another mail or change may follow from the same fact.
  const context = reactionContext(fact, clock)
  await commands.execute(accountAggregate, userId, recordMail(told), partOf(context, `tell ${kind}`))
}
