import { friendlyMessage } from '../api/errors.ts'

/** What browsers call a window that was closed, ran out of time or cannot be opened here. */
const givenUp = ['NotAllowedError', 'AbortError', 'SecurityError', 'WebAuthnError']

/** Why nothing came of a passkey: in the server's words, or of what happened in the browser. */
export const passkeyFailure = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  return givenUp.includes(name) ? 'No passkey was used. Please try again, or choose another way.' : friendlyMessage(error)
}
