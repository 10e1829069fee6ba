import { accountAggregate } from '@medicready/domain/accounts/account'
import { credentialsOf, requestVerification as decide } from '@medicready/domain/accounts/registration'
import type { Outcome } from '@medicready/domain/outcome'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { findAccount } from './find-account.ts'

/** Asks for another verification mail. What becomes of it tells nothing of whether the address is known. */
export async function requestVerification(
  parts: Pick<Parts, 'commands' | 'passwords' | 'hashEmail'>,
  { email, password }: { readonly email: string; readonly password?: string | undefined },
  context: CommandContext,
): Promise<Outcome<null>> {
  const account = await findAccount(parts, email)
  // The link shall stand for the password of whoever asks, and not for that of somebody else who registered the
  // address.
  const credentialId = password === undefined ? null : await parts.passwords.find(account ? credentialsOf(account.state) : [], password)
  if (account) {
    const command = { verificationId: idFrom(context, 'verification'), ...(credentialId && { credentialId }), now: context.now }
    await parts.commands.execute(accountAggregate, account.state.userId, decide(command), context)
  }
  return { answer: null, position: null }
}
