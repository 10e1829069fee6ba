import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { addSecondFactor } from '@medicready/domain/accounts/second-factors'
import { endSessions } from '@medicready/platform/http/sessions'
import { v5 as uuidV5 } from 'uuid'
import type { CommandContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'

const NAME = 'ADMIN_TOTP_SECRET'

/**
 * Makes sure that the administrator has an authenticator app with this secret, for scripts and first starts. One with
 * another secret that the setup added before gets this one. Whoever was signed in without it signs in again.
 */
export async function ensureAdministratorsApp(
  { commands, sql, authenticatorApps }: Pick<Parts, 'commands' | 'sql' | 'authenticatorApps'>,
  { userId, secret }: { readonly userId: string; readonly secret: string },
  context: CommandContext,
): Promise<void> {
  const factorId = uuidV5(NAME, userId)
  const { state } = await commands.load(accountAggregate, userId)
  const isAdded = isRegistered(state) && state.secondFactors.some((factor) => factor.factorId === factorId)
  if (isAdded && (await authenticatorApps.hasSecret(userId, factorId, secret))) return
  const sealedSecret = await authenticatorApps.seal(userId, secret)
  await authenticatorApps.keep({ factorId, userId, sealedSecret, lastStep: 0 })
  const add = addSecondFactor({ factorId, kind: 'totp', name: NAME, withRecoveryCodes: false })
  await commands.execute(accountAggregate, userId, add, context)
  await endSessions(sql, userId)
}
