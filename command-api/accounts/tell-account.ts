import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import type { AccountMailKind } from '@medicready/domain/accounts/account-events'
import { isMailDue, recordMail } from '@medicready/domain/accounts/account-mails'
import type { Recorded } from '@medicready/domain/event'
import type { Words } from '@medicready/platform/mail/letter'
import { idFrom, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { sendAccountMail } from './send-account-mail.ts'

interface Telling {
  readonly userId: string
  readonly kind: AccountMailKind
  /** Where the mail goes; to the address of the account where left out. */
  readonly to?: string
  /** The words of the mail; null where it is of no use any more. */
  readonly words: (account: RegisteredAccount) => Words | null
}

/** Tells somebody by mail, once, of something that has happened to their account. */
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
  // A command of its own: another mail, or another change of the account, may follow from the same fact.
  const context = reactionContext(fact, clock)
  await commands.execute(accountAggregate, userId, recordMail(told), { ...context, commandId: idFrom(context, `tell ${kind}`) })
}
