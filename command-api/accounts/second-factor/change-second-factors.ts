import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import {
  addSecondFactor,
  issueRecoveryCodes as decideIssue,
  removeSecondFactor as decideRemoval,
} from '@medicready/domain/accounts/second-factors'
import type { MadePasskey } from '@medicready/domain/contract/accounts/second-factors'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { endSessions } from '@medicready/platform/http/sessions'
import { v5 as uuidV5 } from 'uuid'
import { type CommandContext, idFrom } from '../../command-context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { AuthenticatorApps, setupUri } from './authenticator-apps.ts'
import type { Passkeys } from './passkeys.ts'
import type { TicketPurpose } from './tickets.ts'

type AddDeps = Pick<Dependencies, 'commands' | 'tickets' | 'authenticatorApps' | 'recoveryCodes'>
type WithPasskeys = AddDeps & { readonly passkeys: Passkeys }

interface Owner {
  readonly account: RegisteredAccount
  readonly sessionId: string
}

export interface Added {
  readonly id: string
  readonly recoveryCodes: readonly string[] | null
}

export async function beginPasskey({ tickets, passkeys }: WithPasskeys, { account, sessionId }: Owner, now: string) {
  const { userId, email, firstName, lastName, secondFactors } = account
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const passkeyOptions = await passkeys.creationOptions({ userId, email: email ?? '', name }, secondFactors)
  const ticket = await tickets.issue('addPasskey', { userId, boundTo: sessionId, challenge: passkeyOptions.challenge }, now)
  return { ticket, passkeyOptions }
}

export async function beginAuthenticatorApp({ tickets, authenticatorApps }: AddDeps, { account, sessionId }: Owner, now: string) {
  const { userId, email } = account
  const secret = AuthenticatorApps.newSecret()
  const begun = { userId, boundTo: sessionId, sealedSecret: await authenticatorApps.seal(userId, secret) }
  const ticket = await tickets.issue('addAuthenticatorApp', begun, now)
  return { ticket, secret, uri: setupUri({ secret, issuer: PRODUCT_NAME, label: email ?? '' }) }
}

interface Finish<Shown> {
  readonly userId: string
  readonly sessionId: string
  readonly ticket: string
  readonly name: string
  readonly shown: Shown
}

export async function finishPasskey(deps: WithPasskeys, finish: Finish<MadePasskey>, context: CommandContext): Promise<Added> {
  const { tickets, passkeys } = deps
  const { userId } = await ticketOf(deps, finish, 'addPasskey', context)
  const challenge = await tickets.takeChallenge(finish.ticket)
  const { transports, ...response } = finish.shown.response
  const answer = { ...finish.shown, response: { ...response, ...(transports && { transports }) }, clientExtensionResults: {} }
  const made = challenge === null ? null : await passkeys.made(answer, challenge)
  if (!made) throw new Rejection('passkeyInvalid')
  await tickets.use(finish.ticket)
  const factorId = idFrom(context, 'passkey')
  if (!(await passkeys.keep(factorId, userId, made))) throw new Rejection('passkeyInvalid')
  return added(deps, { userId, factorId, kind: 'passkey', name: finish.name }, context)
}

export async function finishAuthenticatorApp(deps: AddDeps, finish: Finish<string>, context: CommandContext): Promise<Added> {
  const { tickets, authenticatorApps } = deps
  const { userId, sealedSecret } = await ticketOf(deps, finish, 'addAuthenticatorApp', context)
  const lastStep = sealedSecret === null ? null : await authenticatorApps.stepOf(userId, sealedSecret, finish.shown, context.now)
  if (sealedSecret === null || lastStep === null) throw new Rejection('codeInvalid')
  await tickets.use(finish.ticket)
  const factorId = idFrom(context, 'authenticator app')
  await authenticatorApps.keep({ factorId, userId, sealedSecret, lastStep })
  return added(deps, { userId, factorId, kind: 'totp', name: finish.name }, context)
}

async function ticketOf(
  { tickets }: AddDeps,
  { ticket, userId, sessionId }: Finish<unknown>,
  purpose: TicketPurpose,
  { now }: CommandContext,
) {
  const found = await tickets.attempt(ticket, [purpose], now)
  if (found.userId !== userId || found.boundTo !== sessionId) throw new Rejection('secondStepExpired')
  return { ...found, userId }
}

async function added(
  { commands, recoveryCodes }: AddDeps,
  { userId, ...factor }: { userId: string; factorId: string; kind: 'passkey' | 'totp'; name: string },
  context: CommandContext,
): Promise<Added> {
  const { state, events } = await commands.execute(
    accountAggregate,
    userId,
    addSecondFactor({ ...factor, withRecoveryCodes: true }),
    context,
  )
  if (state.situation !== 'verified') throw new Rejection('notSignedIn')
  const isIssued = events.some(({ type }) => type === 'RecoveryCodesIssued')
  return { id: factor.factorId, recoveryCodes: isIssued ? await recoveryCodes.replace(userId) : null }
}

export async function issueRecoveryCodes(
  { commands, recoveryCodes }: Pick<Dependencies, 'commands' | 'recoveryCodes'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<readonly string[]> {
  await commands.execute(accountAggregate, userId, decideIssue, context)
  return await recoveryCodes.replace(userId)
}

export async function removeSecondFactor(
  deps: Pick<Dependencies, 'commands' | 'authenticatorApps' | 'recoveryCodes'> & { readonly passkeys: Passkeys },
  { userId, factorId }: { readonly userId: string; readonly factorId: string },
  context: CommandContext,
): Promise<RegisteredAccount> {
  const { state } = await deps.commands.execute(accountAggregate, userId, decideRemoval({ factorId }), context)
  if (state.situation !== 'verified') throw new Rejection('notSignedIn')
  await Promise.all([deps.passkeys.remove(factorId), deps.authenticatorApps.remove(factorId)])
  if (state.secondFactors.length === 0) await deps.recoveryCodes.forget(userId)
  return state
}

const NAME = 'ADMIN_TOTP_SECRET'

/** For scripts and first starts. A different secret from an earlier setup is replaced, and sessions without it end. */
export async function ensureAdministratorsApp(
  { commands, sql, authenticatorApps }: Pick<Dependencies, 'commands' | 'sql' | 'authenticatorApps'>,
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
