import { accountAggregate } from '@medicready/domain/accounts/account'
import { issueRecoveryCodes as decide } from '@medicready/domain/accounts/second-factors'
import type { Outcome } from '@medicready/domain/outcome'
import type { CommandContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'

/** New recovery codes, for the one time that they are shown. Refused with `secondFactorMissing`. */
export async function issueRecoveryCodes(
  { commands, recoveryCodes }: Pick<Parts, 'commands' | 'recoveryCodes'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<Outcome<readonly string[]>> {
  const { position } = await commands.execute(accountAggregate, userId, decide, context)
  return { answer: await recoveryCodes.replace(userId), position }
}
