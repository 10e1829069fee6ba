import { accountAggregate } from '@medicready/domain/accounts/account'
import { verifyEmail as decide } from '@medicready/domain/accounts/registration'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * Verifies an address by the token of a mail. Refused with `verificationLinkInvalid`, `verificationLinkUsed` or
 * `verificationLinkExpired`.
 */
export async function verifyEmail(
  { commands, tokens }: Pick<Parts, 'commands' | 'tokens'>,
  { token }: { readonly token: string },
  context: CommandContext,
): Promise<Outcome<null>> {
  const found = await tokens.find(token)
  if (!found) throw new Rejection('verificationLinkInvalid')
  const command = { verificationId: found.verificationId, now: context.now }
  const { position } = await commands.execute(accountAggregate, found.userId, decide(command), context)
  return { answer: null, position }
}
