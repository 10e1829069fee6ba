import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { emailClaim, releaseEmail } from '@medicready/domain/accounts/email-claim'
import { hoursAfter } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { findAccount } from './find-account.ts'
import {
  addressWantedMail,
  emailChangedMail,
  emailChangeLinkMail,
  emailChangeNoticeMail,
  invitationMail,
  passwordChangedMail,
  passwordResetMail,
} from './letters.ts'
import { tellAccount } from './tell-account.ts'

/** What the worker does about new passwords and new addresses. */

/** Who hears of it later than this is only puzzled by it. */
const NEWS_DAYS = 7
const isNews = ({ metadata }: Recorded, { clock }: Pick<WorkerParts, 'clock'>): boolean =>
  clock() < hoursAfter(metadata.occurredAt, NEWS_DAYS * 24)

/** Sends the link to a new password, while it is of use; to whoever was invited, the link to their first one. */
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

/** Tells the owner of a new password. */
export async function tellOfNewPassword(fact: Recorded<FactOf<'PasswordChanged'>>, parts: WorkerParts): Promise<void> {
  if (!isNews(fact, parts)) return
  const link = new URL('/forgot-password', parts.publicUrl).href
  const { userId } = fact.data
  await tellAccount(fact, { userId, kind: 'passwordChanged', words: ({ firstName }) => passwordChangedMail(firstName, link) }, parts)
}

/**
 * Tells both addresses of a wanted change: the present one, and by a link the new one. Where that is somebody's
 * already, its owner is told instead: whoever asked learns nothing.
 */
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

/** Gives up the address before, should the process that changed it have been killed, and tells its owner there. */
export async function finishEmailChange(fact: Recorded<FactOf<'EmailChanged'>>, parts: WorkerParts): Promise<void> {
  const { userId, formerEmail, formerEmailHash } = fact.data
  const { state } = await parts.commands.load(accountAggregate, userId)
  if (isRegistered(state) && state.email !== null && state.credentialId !== null) {
    const moved = { userId, credentialId: state.credentialId, emailHash: await parts.hashEmail(state.email) }
    await parts.passwords.moveSalt({ ...moved, since: fact.metadata.occurredAt })
  }
  // Somebody may have come back to the address since.
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
