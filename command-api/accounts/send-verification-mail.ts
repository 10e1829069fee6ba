import { accountAggregate } from '@medicready/domain/accounts/account'
import { recordVerificationEmail } from '@medicready/domain/accounts/registration'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { reactionContext } from '../command-context.ts'
import { NotNow } from '../worker/definitions.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { verificationMail } from './letters.ts'
import { sendAccountMail } from './send-account-mail.ts'

/** Sends the link that was asked for, while it is of use. */
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

  if (mailAt > clock()) throw new NotNow('The address had another mail a moment ago.')

  const token = await tokens.issue('verification', { subjectId: verificationId, userId, expiresAt })
  const link = new URL(`/verify-email?token=${token}`, publicUrl).href
  const mail = { to: state.email, id: `verification.${verificationId}`, ...verificationMail(link) }
  if (await sendAccountMail(parts, mail))
    await commands.execute(accountAggregate, userId, recordVerificationEmail({ userId, verificationId }), reactionContext(fact, clock))
}
