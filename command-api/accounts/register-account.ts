import { type AgreedStatement, accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { claimEmail, emailClaimAggregate, normalizeEmail } from '@medicready/domain/accounts/email-claim'
import {
  register as decide,
  requestVerification as decideVerification,
  verifyEmail as decideVerified,
  verificationOf,
} from '@medicready/domain/accounts/registration'
import type { DocumentVersion } from '@medicready/domain/legal/shown/legal-documents'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { NIL as NO_USER } from 'uuid'
import { type CommandContext, idFrom, withoutTrace } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { policiesInForce } from '../legal/policies.ts'
import type { CountedAttempt } from './attempts.ts'
import { atEvenPace } from './even-pace.ts'
import { findAccount } from './find-account.ts'
import type { Allowance } from './mail-allowances.ts'
import { matching, unverifiedUntil } from './passwords.ts'

interface Registrant {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  readonly agreedTo: Pick<AgreedStatement, 'statement'> | null
}

export interface Registered {
  readonly account: RegisteredAccount
  readonly credentialId: string
  readonly allowance: Allowance
}

/** A registration within a minute of another one waits for its mail. */
const LONGEST_WAIT_SECONDS = 300

/** Hashes the password first and keeps an even pace, so that the time does not tell if the address is known. */
export async function registerAccount(
  deps: Pick<Dependencies, 'commands' | 'passwords' | 'mailAllowances' | 'hashEmail' | 'sql'>,
  { password, ...registrant }: Registrant,
  context: CommandContext,
): Promise<Registered> {
  const emailHash = await deps.hashEmail(registrant.email)
  const passwordHash = await deps.passwords.hash(password, emailHash)
  const agreement = registrant.agreedTo && (await agreementTo(deps, registrant.agreedTo, context))
  const { agreedTo = null, policies = [] } = agreement ?? {}
  return atEvenPace(() => claimAndRegister(deps, { ...registrant, agreedTo, policies, emailHash, passwordHash }, withoutTrace(context)))
}

async function agreementTo({ sql }: Pick<Dependencies, 'sql'>, { statement }: Pick<AgreedStatement, 'statement'>, { now }: CommandContext) {
  const { policies, termsOf } = await policiesInForce(sql, now)
  return { agreedTo: { statement, version: termsOf }, policies }
}

interface Registering extends Omit<Registrant, 'password' | 'agreedTo'> {
  readonly agreedTo: AgreedStatement | null
  readonly policies: readonly DocumentVersion[]
  readonly emailHash: string
  readonly passwordHash: string
}

/** A crash in between leaves a claim without an account; the next registration continues under the ID of the claim. */
async function claimAndRegister(
  { commands, passwords, mailAllowances }: Pick<Dependencies, 'commands' | 'passwords' | 'mailAllowances'>,
  { emailHash, passwordHash, ...registrant }: Registering,
  context: CommandContext,
): Promise<Registered> {
  const verificationId = idFrom(context, 'verification')
  const { now } = context
  const mail = { kind: 'verification', email: registrant.email, mailId: verificationId, now } as const
  const allowance = await mailAllowances.take({ ...mail, mayWaitSeconds: LONGEST_WAIT_SECONDS })
  const claim = await commands.execute(emailClaimAggregate, emailHash, claimEmail({ emailHash, userId: idFrom(context, 'user') }), context)
  const userId = claim.state.userId ?? idFrom(context, 'user')
  const credentialId = idFrom(context, 'credential')
  await passwords.store(credentialId, userId, passwordHash, unverifiedUntil(now))
  const command = {
    ...registrant,
    email: normalizeEmail(registrant.email),
    userId,
    credentialId,
    verificationId,
    mailAt: allowance.mailAt,
    now,
  }
  const { state } = await commands.execute(accountAggregate, userId, decide(command), context)
  if (state.situation === 'erased') throw new Rejection('unavailable')
  if (!isRegistered(state)) throw new Error('An account was registered but does not exist.')
  return { account: state, credentialId, allowance }
}

interface Asked {
  readonly allowance: Allowance
  readonly credentialId: string | null
}

export async function requestVerification(
  deps: Pick<Dependencies, 'commands' | 'passwords' | 'mailAllowances' | 'hashEmail'>,
  { email, password }: { readonly email: string; readonly password?: string | undefined },
  context: CommandContext,
): Promise<Asked> {
  const { passwords } = deps
  const { now } = context
  const verificationId = idFrom(context, 'verification')
  const allowance = await deps.mailAllowances.take({ kind: 'verification', email, mailId: verificationId, now, mayWaitSeconds: 0 })
  const account = await findAccount(deps, email)
  const credentialId =
    password === undefined ? null : await offeredWith(deps, { email, password, userId: account?.state.userId ?? NO_USER })
  const { mailAt } = allowance
  if (mailAt !== null) {
    if (credentialId) await passwords.keepUntil(credentialId, unverifiedUntil(now))
    const command = { verificationId, ...(credentialId && { credentialId }), mailAt, now }
    if (account) await deps.commands.execute(accountAggregate, account.state.userId, decideVerification(command), withoutTrace(context))
  }
  return { allowance, credentialId }
}

/** The latest whose password matches: the link must not confirm another registration of the address. */
async function offeredWith(
  { passwords, hashEmail }: Pick<Dependencies, 'passwords' | 'hashEmail'>,
  { email, password, userId }: { readonly email: string; readonly password: string; readonly userId: string },
): Promise<string | null> {
  const passwordHash = await passwords.hash(password, await hashEmail(email), 'signIn')
  return matching(await passwords.offeredTo(userId), passwordHash)[0] ?? null
}

interface Follower {
  readonly token: string
  readonly credentialIds?: readonly string[]
  readonly password?: string
}

/**
 * The link proves only the address. Without the password or the browser of the registration, following it would open
 * the account to someone else who registered the address. Throws `verificationLinkInvalid`, `verificationLinkUsed`,
 * `verificationLinkExpired` or `passwordWrong`.
 */
export async function verifyEmail(
  { commands, tokens, passwords, hashEmail }: Pick<Dependencies, 'commands' | 'tokens' | 'passwords' | 'hashEmail'>,
  { token, credentialIds = [], password }: Follower,
  guess: (email: string | null) => Promise<CountedAttempt>,
  context: CommandContext,
): Promise<'verified' | 'passwordRequired'> {
  const found = await tokens.find('verification', token)
  if (!found) throw new Rejection('verificationLinkInvalid')
  const { userId } = found
  const command = { verificationId: found.subjectId, now: context.now }
  const { state } = await commands.load(accountAggregate, userId)
  const before = await commands.decidedBefore(accountAggregate, userId, context)
  if (before) return 'verified'
  const { credentialId, email } = verificationOf(state, command)
  // Someone may have proved meanwhile that the address is theirs.
  const claim = await commands.load(emailClaimAggregate, await hashEmail(email ?? ''))
  if (claim.state.userId !== userId) throw new Rejection('verificationLinkInvalid')

  if (password !== undefined) {
    const attempt = await guess(email)
    if ((await passwords.find([credentialId], password)) === null) throw new Rejection('passwordWrong')
    await attempt.succeeded()
  } else if (!credentialIds.includes(credentialId)) return 'passwordRequired'

  await commands.execute(accountAggregate, userId, decideVerified(command), context)
  await passwords.keep(credentialId, userId)
  return 'verified'
}
