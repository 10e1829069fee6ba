import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { noteRecoveryCodeUsed, secondStepsOf } from '@medicready/domain/accounts/second-factors'
import type { SignedPasskey } from '@medicready/domain/contract/accounts/second-factors'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { CommandContext } from '../../command-context.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Passkeys } from './passkeys.ts'
import type { Ticket } from './tickets.ts'

type SecondStepDeps = Pick<Dependencies, 'commands' | 'tickets' | 'authenticatorApps' | 'recoveryCodes'> & { readonly passkeys: Passkeys }

export interface Proof {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: SignedPasskey | undefined
}

export async function askForSecondStep({ tickets, passkeys }: SecondStepDeps, account: RegisteredAccount, now: string) {
  const kinds = [...secondStepsOf(account)]
  if (kinds.length === 0 || account.credentialId === null) return null
  const passkeyOptions = kinds.includes('passkey') ? await passkeys.requestOptions(account.secondFactors) : null
  const begun = { userId: account.userId, boundTo: account.credentialId, challenge: passkeyOptions?.challenge ?? null }
  return { ticket: await tickets.issue('signIn', begun, now), kinds, passkeyOptions }
}

export async function askForPasskey({ tickets, passkeys }: SecondStepDeps, now: string) {
  const passkeyOptions = await passkeys.requestOptions('any')
  const begun = { userId: null, boundTo: null, challenge: passkeyOptions.challenge }
  return { ticket: await tickets.issue('passkeySignIn', begun, now), passkeyOptions }
}

export async function takeSecondStep(deps: SecondStepDeps, ticket: Ticket, proof: Proof, context: CommandContext) {
  const { userId } = ticket
  if (proof.passkey) return signedIn(deps, ticket, await signerOf(deps, ticket, proof.passkey))
  // A sign-in with only a passkey has no password that a code could add to.
  if (userId === null) throw new Rejection('secondStepExpired')
  const account = await accountOf(deps, ticket, userId)
  if (proof.code !== undefined) {
    await expectCode(deps, account, proof.code, context)
    return signedIn(deps, ticket, { userId, factorId: null })
  }
  const left =
    proof.recoveryCode !== undefined && mayUseRecoveryCode(account) ? await deps.recoveryCodes.use(userId, proof.recoveryCode) : null
  if (left === null) throw new Rejection('codeInvalid')
  const owner = await signedIn(deps, ticket, { userId, factorId: null })
  await deps.commands.execute(accountAggregate, userId, noteRecoveryCodeUsed({ left }), context)
  return owner
}

const mayUseRecoveryCode = (account: RegisteredAccount): boolean => secondStepsOf(account).includes('recoveryCode')

async function expectCode({ authenticatorApps }: SecondStepDeps, account: RegisteredAccount, code: string, { now }: CommandContext) {
  const { userId, secondFactors } = account
  if (!(await authenticatorApps.countGuess(userId, now))) throw new Rejection('tooManyRequests', [], secondsLeftOfDay(now))
  const apps = secondFactors.filter(({ kind }) => kind === 'totp').map(({ factorId }) => factorId)
  if (!(await authenticatorApps.accept(userId, apps, code, now))) throw new Rejection('codeInvalid')
  await authenticatorApps.forgive(userId)
}

const DAY_SECONDS = 86_400
const secondsLeftOfDay = (now: string): number => DAY_SECONDS - (Math.floor(Date.parse(now) / 1_000) % DAY_SECONDS)

interface Signer {
  readonly userId: string
  readonly factorId: string | null
}

async function signerOf({ tickets, passkeys }: SecondStepDeps, { ticket, userId }: Ticket, passkey: SignedPasskey): Promise<Signer> {
  const challenge = await tickets.takeChallenge(ticket)
  const { userHandle, ...signed } = passkey.response
  const response = { ...passkey, response: { ...signed, ...(userHandle !== undefined && { userHandle }) }, clientExtensionResults: {} }
  const signer = challenge === null ? null : await passkeys.signer(response, challenge, { isOnlyProof: userId === null })
  if (!signer || (userId !== null && userId !== signer.userId)) throw new Rejection('passkeyInvalid')
  return signer
}

async function accountOf({ commands }: SecondStepDeps, ticket: Ticket, userId: string): Promise<RegisteredAccount> {
  const { state } = await commands.load(accountAggregate, userId)
  const isOther = ticket.purpose === 'signIn' && state.situation === 'verified' && state.credentialId !== ticket.boundTo
  if (state.situation !== 'verified' || isOther) throw new Rejection('secondStepExpired')
  return state
}

async function signedIn(deps: SecondStepDeps, ticket: Ticket, { userId, factorId }: Signer): Promise<RegisteredAccount> {
  const account = await accountOf(deps, ticket, userId)
  if (factorId !== null && !account.secondFactors.some((factor) => factor.factorId === factorId)) throw new Rejection('passkeyInvalid')
  await deps.tickets.use(ticket.ticket)
  return account
}
