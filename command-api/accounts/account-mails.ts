import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { emailClaimAggregate, releaseEmail } from '@medicready/domain/accounts/email-claim'
import { isRegistrationNoticeDue, recordRegistrationNotice, recordVerificationEmail } from '@medicready/domain/accounts/registration'
import { needsSecondFactor } from '@medicready/domain/accounts/shown/rights'
import {
  EMAIL_CHANGE_HOURS,
  INVITATION_DAYS,
  PASSWORD_RESET_HOURS,
  type UserRole,
  VERIFICATION_HOURS,
} from '@medicready/domain/accounts/shown/rules'
import type { Recorded } from '@medicready/domain/core/event'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { RecordedFact } from '@medicready/domain/events'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { reactionContext } from '../command-context.ts'
import { type MailDeps, RetryLater, type WorkerDeps } from '../worker/definitions.ts'
import { findAccount } from './find-account.ts'
import { type AccountLetter, hello, sendAccountMail, tellAccount } from './tell-account.ts'

export async function sendVerificationMail(fact: RecordedFact<'VerificationRequested'>, deps: MailDeps & Pick<WorkerDeps, 'tokens'>) {
  const { commands, tokens, clock, publicUrl } = deps
  const { userId, verificationId, expiresAt, mailAt } = fact.data
  if (mailAt === null) return
  const { state } = await commands.load(accountAggregate, userId)
  if (state.situation !== 'unverified' || state.email === null) return
  const request = state.verifications.find((verification) => verification.verificationId === verificationId)
  if (!request || request.emailSent || expiresAt <= clock()) return

  if (mailAt > clock()) throw new RetryLater('The address got another mail a moment ago.')

  const token = await tokens.issue('verification', { subjectId: verificationId, userId, expiresAt })
  // To an unverified address: it contains no text from a user, not even a name.
  const words = letter({
    subject: `Verify your email address for ${PRODUCT_NAME}`,
    greeting: 'Welcome!',
    text: `Please verify your email address to start studying with ${PRODUCT_NAME}. The link works once, for ${VERIFICATION_HOURS} hours.`,
    button: 'Verify email address',
    link: new URL(`/verify-email?token=${token}`, publicUrl).href,
    footer: `If you did not create an account with ${PRODUCT_NAME}, you can ignore this email.`,
  })
  if (await sendAccountMail(deps, { to: state.email, id: `verification.${verificationId}`, ...words }))
    await commands.execute(accountAggregate, userId, recordVerificationEmail({ userId, verificationId }), reactionContext(fact, clock))
}

const NOTICE_HOURS = 24

export async function sendRegistrationNotice(fact: RecordedFact<'RegistrationRepeated'>, deps: MailDeps): Promise<void> {
  const { commands, clock, publicUrl } = deps
  const { userId, date } = fact.data
  if (clock() >= hoursAfter(fact.metadata.occurredAt, NOTICE_HOURS)) return
  const { state } = await commands.load(accountAggregate, userId)
  if (!isRegistered(state) || state.email === null || !isRegistrationNoticeDue(state, date)) return
  const mail = { to: state.email, id: `registration-repeated.${fact.id}`, ...alreadyRegisteredMail(state.firstName, publicUrl) }
  if (await sendAccountMail(deps, mail))
    await commands.execute(accountAggregate, userId, recordRegistrationNotice({ userId, date }), reactionContext(fact, clock))
}

const ROLE_NOTICE_HOURS = 24

export async function sendRoleNotice(fact: RecordedFact<'RoleGranted' | 'RoleRevoked'>, deps: MailDeps): Promise<void> {
  if (deps.clock() >= hoursAfter(fact.metadata.occurredAt, ROLE_NOTICE_HOURS)) return
  const role = fact.type === 'RoleGranted' ? fact.data.role : 'student'
  const words = {
    subject: `Your role at ${PRODUCT_NAME} has changed`,
    text: `You are now ${roleWords[role]} at ${PRODUCT_NAME}. You have been signed out on all devices.${needsSecondFactor(role) ? ` ${ADD_SECOND_FACTOR}` : ''}`,
    button: 'Sign in',
    link: '/login',
    footer: 'If you did not expect this, sign in, change your password, and check where you are signed in.',
  }
  await tellAccount(fact, { userId: fact.data.userId, kind: 'roleChanged', words }, deps)
}

const NEWS_DAYS = 7
const isNews = ({ metadata }: Recorded, { clock }: Pick<WorkerDeps, 'clock'>): boolean =>
  clock() < hoursAfter(metadata.occurredAt, NEWS_DAYS * 24)

export async function sendPasswordReset(fact: RecordedFact<'PasswordResetRequested'>, deps: WorkerDeps): Promise<void> {
  const { userId, resetId, expiresAt } = fact.data
  if (expiresAt <= deps.clock()) return
  const token = await deps.tokens.issue('password reset', { subjectId: resetId, userId, expiresAt })
  const link = `/reset-password?token=${token}`
  const words = ({ passwordResets, situation }: RegisteredAccount): AccountLetter | null => {
    if (!passwordResets.some((reset) => reset.resetId === resetId)) return null
    return situation === 'verified' ? { ...passwordReset, link } : { ...invitation, link }
  }
  await tellAccount(fact, { userId, kind: 'passwordReset', words }, deps)
}

export async function tellOfNewPassword(fact: RecordedFact<'PasswordChanged'>, deps: WorkerDeps): Promise<void> {
  if (!isNews(fact, deps)) return
  const words = {
    subject: `Your password for ${PRODUCT_NAME} was changed`,
    text: 'The password of your account was changed. All other devices were signed out.',
    button: 'This was not me: choose a new password',
    link: '/forgot-password',
    footer: 'If you changed it yourself, you can ignore this email.',
  }
  await tellAccount(fact, { userId: fact.data.userId, kind: 'passwordChanged', words }, deps)
}

export async function sendEmailChange(fact: RecordedFact<'EmailChangeRequested'>, deps: WorkerDeps): Promise<void> {
  const { userId, changeId, email, expiresAt } = fact.data
  if (email === null || expiresAt <= deps.clock()) return
  await tellAccount(fact, { userId, kind: 'emailChangeNotice', words: emailChangeNotice }, deps)
  const owner = (await findAccount(deps, email))?.state
  if (owner?.situation === 'verified' && owner.userId !== userId)
    return tellAccount(fact, { userId: owner.userId, kind: 'addressWanted', words: addressWanted }, deps)
  const token = await deps.tokens.issue('email change', { subjectId: changeId, userId, expiresAt })
  const words = ({ emailChange }: RegisteredAccount): AccountLetter | null =>
    emailChange?.changeId === changeId ? { ...confirmAddress, link: `/confirm-email?token=${token}` } : null
  await tellAccount(fact, { userId, kind: 'emailChangeLink', to: email, words }, deps)
}

/** The process that changed the address may have been killed before it released the old one. */
export async function finishEmailChange(fact: RecordedFact<'EmailChanged'>, deps: WorkerDeps): Promise<void> {
  const { userId, formerEmail, formerEmailHash } = fact.data
  const { state } = await deps.commands.load(accountAggregate, userId)
  if (isRegistered(state) && state.email !== null && state.credentialId !== null) {
    const moved = { userId, credentialId: state.credentialId, emailHash: await deps.hashEmail(state.email) }
    await deps.passwords.moveSalt({ ...moved, since: fact.metadata.occurredAt })
  }
  const isFormer = state.situation !== 'verified' || state.email !== formerEmail
  if (isFormer) {
    const release = releaseEmail({ emailHash: formerEmailHash, userId })
    await deps.commands.execute(emailClaimAggregate, formerEmailHash, release, reactionContext(fact, deps.clock))
  }
  if (formerEmail === null || !isNews(fact, deps)) return
  const words = {
    subject: `Your email address at ${PRODUCT_NAME} was changed`,
    text: 'Your account now has another email address. Use it to sign in. This address can be used for a new account.',
    button: 'Sign in',
    link: '/login',
    footer: 'If this was not you, someone knows your password. Please contact us right away.',
  }
  await tellAccount(fact, { userId, kind: 'emailChanged', to: formerEmail, words }, deps)
}

export const alreadyRegisteredMail = (firstName: string | null, publicUrl: string): Words =>
  letter({
    subject: `You already have an account with ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: `Someone tried to create an account with this email address. If it was you, you already have an account. Sign in instead.`,
    button: 'Sign in',
    link: new URL('/login', publicUrl).href,
    footer: 'If this was not you, you can ignore this email. No one got into your account.',
  })

export const ADD_SECOND_FACTOR = 'If you do not have a second factor yet, add one on the Security page. Your new pages require it.'

const roleWords: Record<UserRole, string> = {
  student: 'a student',
  educator: 'an educator',
  tutor: 'a tutor',
  analyst: 'an analyst',
  admin: 'an administrator',
}

const passwordReset = {
  subject: `Choose a new password for ${PRODUCT_NAME}`,
  text: `Someone asked to reset the password of your account. If it was you, choose a new one. The link works once, for ${PASSWORD_RESET_HOURS === 1 ? 'an hour' : `${PASSWORD_RESET_HOURS} hours`}.`,
  button: 'Choose a new password',
  footer: 'If this was not you, you can ignore this email. Your password does not change.',
}

/** To an address that no one has verified: it contains no text from a user, not even a name. */
const invitation = {
  subject: `You are invited to ${PRODUCT_NAME}`,
  greeting: 'Welcome!',
  text: `An account with ${PRODUCT_NAME} was created for you. Choose a password to start. The link works once, for ${INVITATION_DAYS} days.`,
  button: 'Choose a password',
  footer: 'If you did not expect this email, you can ignore it. No one can use the account without you.',
}

const emailChangeNotice = {
  subject: `Someone asked to change your email address at ${PRODUCT_NAME}`,
  text: 'Someone who knows your password asked to change the email address of your account. This address stays in use until the new one is confirmed.',
  button: 'This was not me: change my password',
  link: '/security',
  footer: 'If this was you, open the link that we sent to the new address.',
}

/** To an address that no one has verified: it contains no text from a user, not even a name. */
const confirmAddress = {
  subject: `Confirm your new email address for ${PRODUCT_NAME}`,
  greeting: 'Hello!',
  text: `Please confirm that this is the new email address of your account with ${PRODUCT_NAME}. The link works once, for ${EMAIL_CHANGE_HOURS} hours.`,
  button: 'Confirm email address',
  footer: `If you did not ask for this, you can ignore this email. No one can use your address at ${PRODUCT_NAME} without you.`,
}

const addressWanted = {
  subject: `You already have an account with ${PRODUCT_NAME}`,
  text: 'Someone asked to use this email address for another account. If it was you, you already have an account with this address. Sign in instead.',
  button: 'Sign in',
  link: '/login',
  footer: 'If this was not you, you can ignore this email. No one got into your account, and your address stays yours.',
}
