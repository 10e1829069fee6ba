import { accountAggregate } from '@medicready/domain/accounts/account'
import { changePassword as decide } from '@medicready/domain/accounts/passwords'
import type { Outcome } from '@medicready/domain/outcome'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { CountedAttempt } from './attempts.ts'
import { confirmPassword } from './confirm-password.ts'
import { setPassword } from './set-password.ts'

interface Change {
  readonly userId: string
  /** Whoever changes it stays signed in; all others are out. */
  readonly sessionId: string
  readonly currentPassword: string
  readonly newPassword: string
}

/** Changes the password of somebody who knows the one before. Refused with `passwordWrong`; `guess` counts it. */
export async function changePassword(
  parts: Pick<Parts, 'commands' | 'sql' | 'passwords' | 'hashEmail'>,
  { userId, sessionId, currentPassword, newPassword }: Change,
  guess: () => Promise<CountedAttempt>,
  context: CommandContext,
): Promise<Outcome<null>> {
  const before = await parts.commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { answer: null, position: before.position }
  const attempt = await guess()
  const { email, credentialId: former } = await confirmPassword(parts, { userId, password: currentPassword })
  await attempt.succeeded()
  const credentialId = idFrom(context, 'credential')
  const chosen = {
    userId,
    credentialId,
    passwordHash: await parts.passwords.hash(newPassword, await parts.hashEmail(email ?? ''), 'known'),
  }
  const position = await setPassword(parts, chosen, decide({ formerCredentialId: former ?? '', credentialId }), context, {
    except: sessionId,
  })
  return { answer: null, position }
}
