import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import type { Agreement } from '@medicready/domain/accounts/account-events'
import { claimEmail, emailClaim, normalizeEmail } from '@medicready/domain/accounts/email-claim'
import { register as decide } from '@medicready/domain/accounts/registration'
import type { PolicyVersion } from '@medicready/domain/legal/agreed-documents'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { type CommandContext, idFrom } from '../command-context.ts'
import { policiesInForce } from '../legal/policies-in-force.ts'
import type { Parts } from '../parts.ts'
import { atEvenPace } from './even-pace.ts'
import type { Allowance } from './mail-allowances.ts'
import { unverifiedUntil } from './passwords.ts'

interface Registrant {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  /** What was ticked, word by word. */
  readonly agreedTo: Pick<Agreement, 'statement'> | null
}

/** What becomes of a registration, as far as the registrant may know it, and its account. */
export interface Registered {
  readonly account: RegisteredAccount
  readonly credentialId: string
  readonly allowance: Allowance
}

/** A registration within the minute of another one is not lost: its mail waits its turn. */
const LONGEST_WAIT_SECONDS = 300

/**
 * Registers an account, or tells its owner that somebody tried. The password is hashed before anything is known of the
 * address, and what is done then is done at an even pace: neither time tells whether the address was known.
 */
export async function registerAccount(
  parts: Pick<Parts, 'commands' | 'passwords' | 'mailAllowances' | 'hashEmail' | 'sql'>,
  { password, ...registrant }: Registrant,
  context: CommandContext,
): Promise<Outcome<Registered>> {
  const emailHash = await parts.hashEmail(registrant.email)
  const passwordHash = await parts.passwords.hash(password, emailHash)
  const agreement = registrant.agreedTo && (await agreementTo(parts, registrant.agreedTo, context))
  const { agreedTo = null, policies = [] } = agreement ?? {}
  return atEvenPace(() => claimAndRegister(parts, { ...registrant, agreedTo, policies, emailHash, passwordHash }, context))
}

/** Which versions of which documents were agreed to, by what holds now. */
async function agreementTo({ sql }: Pick<Parts, 'sql'>, { statement }: Pick<Agreement, 'statement'>, { now }: CommandContext) {
  const { policies, termsOf } = await policiesInForce(sql, now)
  return { agreedTo: { statement, version: termsOf }, policies }
}

interface Registering extends Omit<Registrant, 'password' | 'agreedTo'> {
  readonly agreedTo: Agreement | null
  readonly policies: readonly PolicyVersion[]
  readonly emailHash: string
  readonly passwordHash: string
}

/**
 * Claims the address, then registers the account. A crash in between leaves a claim without an account: the next
 * registration of the address goes on from there, under the id that the claim holds. The position is kept back: its age
 * would tell whether the address was known.
 */
async function claimAndRegister(
  { commands, passwords, mailAllowances }: Pick<Parts, 'commands' | 'passwords' | 'mailAllowances'>,
  { emailHash, passwordHash, ...registrant }: Registering,
  context: CommandContext,
): Promise<Outcome<Registered>> {
  const verificationId = idFrom(context, 'verification')
  const { now } = context
  const mail = { kind: 'verification', email: registrant.email, mailId: verificationId, now } as const
  const allowance = await mailAllowances.take({ ...mail, mayWaitSeconds: LONGEST_WAIT_SECONDS })
  const claim = await commands.execute(emailClaim, emailHash, claimEmail({ emailHash, userId: idFrom(context, 'user') }), context)
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
  // The address was that of an account which was just erased, and is free in a moment.
  if (state.situation === 'erased') throw new Rejection('unavailable')
  if (!isRegistered(state)) throw new Error('An account was registered and is not there.')
  return { answer: { account: state, credentialId, allowance }, position: null }
}
