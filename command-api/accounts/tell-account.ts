import { type AccountMailKind, accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { mailDeliveryAggregate, type StopReason, stopDelivery, whyStopped } from '@medicready/domain/accounts/mail-delivery'
import { isMailDue, recordMail } from '@medicready/domain/accounts/personal-data'
import { MAX_NAME_LENGTH, personNamePattern } from '@medicready/domain/accounts/shown/rules'
import type { Recorded } from '@medicready/domain/core/event'
import type { Logger } from '@medicready/platform/logger'
import { type Letter, letter } from '@medicready/platform/mail/letter'
import { AddressRefused, type Mail, MailDeferred, type Mailer, MailRefused } from '@medicready/platform/mail/mailer'
import { partOf, reactionContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { type MailDeps, RetryLater, type WorkerDeps } from '../worker/definitions.ts'

/** Mails that the owner can do without are not sent to a stopped address; mails about the account itself are. */
export async function whyMailStopped(
  { commands, hashEmail }: Pick<Dependencies, 'commands' | 'hashEmail'>,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<StopReason | null> {
  const { state } = await commands.load(mailDeliveryAggregate, userId)
  return state.stops.length === 0 ? null : whyStopped(state, await hashEmail(email))
}

export async function noteNoMailbox(
  fact: Recorded & { readonly data: { readonly userId: string } },
  { to, id: eventId }: { readonly to: string; readonly id: string },
  { commands, hashEmail, clock }: Pick<WorkerDeps, 'commands' | 'hashEmail' | 'clock'>,
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
  await commands.execute(mailDeliveryAggregate, userId, stopDelivery(stop), context)
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
    logger.warn({ err: error, mail: mail.id }, 'a mail was permanently refused')
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

/** `link` may be a path. Without a greeting of its own, it says hello. */
export interface AccountLetter extends Omit<Letter, 'greeting'>, Pick<Mail, 'calendar'> {
  readonly greeting?: string
}

interface Telling {
  readonly userId: string
  readonly kind: AccountMailKind
  readonly to?: string
  readonly words: AccountLetter | ((account: RegisteredAccount & { readonly email: string }) => AccountLetter | null)
}

export async function tellAccount(fact: Recorded, { userId, kind, to, words }: Telling, deps: MailDeps): Promise<void> {
  const { commands, clock, publicUrl } = deps
  const told = { kind, cause: fact.id }
  const { state } = await commands.load(accountAggregate, userId)
  if (!isMailDue(state, told)) return
  const written = typeof words === 'function' ? words(state) : words
  if (!written) return
  const { greeting = hello(state.firstName), calendar, ...rest } = written
  const mail = letter({ ...rest, greeting, link: new URL(rest.link, publicUrl).href })
  if (!(await sendAccountMail(deps, { to: to ?? state.email, id: `${kind}.${fact.id}`, ...mail, ...(calendar && { calendar }) }))) return
  // Its own command: another mail or change may follow from the same fact.
  const context = reactionContext(fact, clock)
  await commands.execute(accountAggregate, userId, recordMail(told), partOf(context, `tell ${kind}`))
}

/** Old names may hold line breaks, and some mail programs link anything that looks like an address. */
export const hello = (firstName: string | null): string =>
  firstName !== null && firstName.length <= MAX_NAME_LENGTH && personNamePattern.test(firstName) && !/\.\p{L}{2}/u.test(firstName)
    ? `Hello, ${firstName}!`
    : 'Hello!'
