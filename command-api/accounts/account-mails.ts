import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { emailClaim, releaseEmail } from '@medicready/domain/accounts/email-claim'
import { isRegistrationNoticeDue, recordRegistrationNotice, recordVerificationEmail } from '@medicready/domain/accounts/registration'
import { hoursAfter } from '@medicready/domain/core/calendar'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf } from '@medicready/domain/events'
import { reactionContext } from '../command-context.ts'
import { RetryLater, type WorkerParts } from '../worker/definitions.ts'
import { findAccount } from './find-account.ts'
import {
  addressWantedMail,
  alreadyRegisteredMail,
  emailChangedMail,
  emailChangeLinkMail,
  emailChangeNoticeMail,
  invitationMail,
  passwordChangedMail,
  passwordResetMail,
  roleChangedMail,
  verificationMail,
} from './letters.ts'
import { sendAccountMail, tellAccount } from './tell-account.ts'

export async function sendVerificationMail(
  fact: Recorded<FactOf<'VerificationRequested'>>,
  parts: Pick<WorkerParts, 'commands' | 'tokens' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const { commands, tokens, clock, publicUrl } = parts
  const { userId, verificationId, expiresAt, mailAt } = fact.data
  if (mailAt === null) return
  const { state } = await commands.load(accountAggregate, userId)
  if (state.situation !== 'unverified' || state.email === null) return
  const request = state.verifications.find((verification) => verification.verificationId === verificationId)
  if (!request || request.emailSent || expiresAt <= clock()) return

  if (mailAt > clock()) throw new RetryLater('The address had another mail a moment ago.')

  const token = await tokens.issue('verification', { subjectId: verificationId, userId, expiresAt })
  const link = new URL(`/verify-email?token=${token}`, publicUrl).href
  const mail = { to: state.email, id: `verification.${verificationId}`, ...verificationMail(link) }
  if (await sendAccountMail(parts, mail))
    await commands.execute(accountAggregate, userId, recordVerificationEmail({ userId, verificationId }), reactionContext(fact, clock))
}

const NOTICE_HOURS = 24

export async function sendRegistrationNotice(
  fact: Recorded<FactOf<'RegistrationRepeated'>>,
  parts: Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const { commands, clock, publicUrl } = parts
  const { userId, date } = fact.data
  if (clock() >= hoursAfter(fact.metadata.occurredAt, NOTICE_HOURS)) return
  const { state } = await commands.load(accountAggregate, userId)
  if (!isRegistered(state) || state.email === null || !isRegistrationNoticeDue(state, date)) return
  const link = new URL('/login', publicUrl).href
  const mail = { to: state.email, id: `registration-repeated.${fact.id}`, ...alreadyRegisteredMail(state.firstName, link) }
  if (await sendAccountMail(parts, mail))
    await commands.execute(accountAggregate, userId, recordRegistrationNotice({ userId, date }), reactionContext(fact, clock))
}

const ROLE_NOTICE_HOURS = 24

export async function sendRoleNotice(
  fact: Recorded<FactOf<'RoleGranted'> | FactOf<'RoleRevoked'>>,
  parts: Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  if (parts.clock() >= hoursAfter(fact.metadata.occurredAt, ROLE_NOTICE_HOURS)) return
  const role = fact.type === 'RoleGranted' ? fact.data.role : 'student'
  const link = new URL('/login', parts.publicUrl).href
  await tellAccount(
    fact,
    { userId: fact.data.userId, kind: 'roleChanged', words: ({ firstName }) => roleChangedMail(firstName, role, link) },
    parts,
  )
}

const NEWS_DAYS = 7
const isNews = ({ metadata }: Recorded, { clock }: Pick<WorkerParts, 'clock'>): boolean =>
  clock() < hoursAfter(metadata.occurredAt, NEWS_DAYS * 24)

export async function sendPasswordReset(fact: Recorded<FactOf<'PasswordResetRequested'>>, parts: WorkerParts): Promise<void> {
  const { userId, resetId, expiresAt } = fact.data
  if (expiresAt <= parts.clock()) return
  const token = await parts.tokens.issue('password reset', { subjectId: resetId, userId, expiresAt })
  const link = new URL(`/reset-password?token=${token}`, parts.publicUrl).href
  await tellAccount(
    fact,
    {
      userId,
      kind: 'passwordReset',
      words: ({ passwordResets, firstName, situation }) => {
        if (!passwordResets.some((reset) => reset.resetId === resetId)) return null
        return situation === 'verified' ? passwordResetMail(firstName, link) : invitationMail(link)
      },
    },
    parts,
  )
}

export async function tellOfNewPassword(fact: Recorded<FactOf<'PasswordChanged'>>, parts: WorkerParts): Promise<void> {
  if (!isNews(fact, parts)) return
  const link = new URL('/forgot-password', parts.publicUrl).href
  const { userId } = fact.data
  await tellAccount(fact, { userId, kind: 'passwordChanged', words: ({ firstName }) => passwordChangedMail(firstName, link) }, parts)
}

export async function sendEmailChange(fact: Recorded<FactOf<'EmailChangeRequested'>>, parts: WorkerParts): Promise<void> {
  const { userId, changeId, email, expiresAt } = fact.data
  if (email === null || expiresAt <= parts.clock()) return
  const securityLink = new URL('/security', parts.publicUrl).href
  await tellAccount(
    fact,
    { userId, kind: 'emailChangeNotice', words: ({ firstName }) => emailChangeNoticeMail(firstName, securityLink) },
    parts,
  )
  const owner = (await findAccount(parts, email))?.state
  if (owner?.situation === 'verified' && owner.userId !== userId) {
    const link = new URL('/login', parts.publicUrl).href
    const words = ({ firstName }: { firstName: string | null }) => addressWantedMail(firstName, link)
    return tellAccount(fact, { userId: owner.userId, kind: 'addressWanted', words }, parts)
  }
  const token = await parts.tokens.issue('email change', { subjectId: changeId, userId, expiresAt })
  const link = new URL(`/confirm-email?token=${token}`, parts.publicUrl).href
  await tellAccount(
    fact,
    {
      userId,
      kind: 'emailChangeLink',
      to: email,
      words: ({ emailChange }) => (emailChange?.changeId === changeId ? emailChangeLinkMail(link) : null),
    },
    parts,
  )
}

/** The process that changed the address may have been killed before it released the old one. */
export async function finishEmailChange(fact: Recorded<FactOf<'EmailChanged'>>, parts: WorkerParts): Promise<void> {
  const { userId, formerEmail, formerEmailHash } = fact.data
  const { state } = await parts.commands.load(accountAggregate, userId)
  if (isRegistered(state) && state.email !== null && state.credentialId !== null) {
    const moved = { userId, credentialId: state.credentialId, emailHash: await parts.hashEmail(state.email) }
    await parts.passwords.moveSalt({ ...moved, since: fact.metadata.occurredAt })
  }
  const isFormer = state.situation !== 'verified' || state.email !== formerEmail
  if (isFormer) {
    const release = releaseEmail({ emailHash: formerEmailHash, userId })
    await parts.commands.execute(emailClaim, formerEmailHash, release, reactionContext(fact, parts.clock))
  }
  if (formerEmail === null || !isNews(fact, parts)) return
  const link = new URL('/login', parts.publicUrl).href
  const words = ({ firstName }: { firstName: string | null }) => emailChangedMail(firstName, link)
  await tellAccount(fact, { userId, kind: 'emailChanged', to: formerEmail, words }, parts)
}
