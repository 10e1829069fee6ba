import { changePassword as decide } from '@medicready/domain/accounts/passwords'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { endSession } from '@medicready/platform/http/sessions'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { CountedAttempt } from './attempts.ts'
import { confirmPassword } from './confirm-password.ts'
import { setPassword } from './set-password.ts'

interface Change {
  readonly userId: string
  readonly currentPassword: string
  readonly newPassword: string
}

interface Surroundings {
  /** Counts a guess at the password before. */
  readonly guess: () => Promise<CountedAttempt>
  /** Begins the caller's session anew; null where it has ended. */
  readonly beginAnew: () => Promise<string | null>
}

/**
 * Changes the password of somebody who knows the one before. Whoever changes it stays signed in, by the new session
 * that is answered; all others are out. It begins before the password changes, since the worker ends whatever began
 * before that. Refused with `passwordWrong`.
 */
export async function changePassword(
  parts: Pick<Parts, 'commands' | 'sql' | 'passwords' | 'hashEmail'>,
  { userId, currentPassword, newPassword }: Change,
  { guess, beginAnew }: Surroundings,
  context: CommandContext,
): Promise<Outcome<{ readonly sessionId: string }>> {
  const { email, credentialId: former } = await confirmPassword(parts, { userId, password: currentPassword }, guess)
  const credentialId = idFrom(context, 'credential')
  const chosen = {
    userId,
    credentialId,
    passwordHash: await parts.passwords.hash(newPassword, await parts.hashEmail(email ?? ''), 'known'),
  }
  const sessionId = await beginAnew()
  if (sessionId === null) throw new Rejection('notSignedIn')
  try {
    const change = decide({ formerCredentialId: former ?? '', credentialId })
    const position = await setPassword(parts, chosen, change, context, { except: sessionId })
    return { answer: { sessionId }, position }
  } catch (error) {
    await endSession(parts.sql, sessionId)
    throw error
  }
}
