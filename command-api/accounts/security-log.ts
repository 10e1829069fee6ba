import type { Logger } from '@medicready/platform/logger'

/** Contains no secrets or personal data: accounts by ID, addresses by keyed hash, callers by network. */
interface SecurityEvents {
  readonly signedIn: OfAccount & { readonly isKnownDevice: boolean; readonly session: string }
  readonly signInFailed: {
    readonly userId: string | null
    readonly address: string
    readonly network: string
    readonly isKnownDevice: boolean
    readonly session: string | null
    readonly reason: string
  }
  readonly secondStepFailed: {
    readonly userId: string | null
    readonly network: string
    readonly reason: string
  }
  readonly secondFactorChanged: OfAccount & {
    readonly change: 'passkey added' | 'authenticator app added' | 'recovery codes made' | 'removed'
  }
  readonly passwordReset: OfAccount
  readonly passwordChanged: OfAccount
  readonly emailChangeRequested: OfAccount
  readonly emailChanged: OfAccount
}

interface OfAccount {
  readonly userId: string
  readonly network: string
}

const words: Readonly<Record<keyof SecurityEvents, string>> = {
  signedIn: 'someone signed in',
  signInFailed: 'a sign-in failed',
  secondStepFailed: 'a sign-in with the right password failed at the second factor',
  secondFactorChanged: 'the second factor of an account was changed',
  passwordReset: 'a password was reset by an emailed link',
  passwordChanged: 'a password was changed',
  emailChangeRequested: 'a change of email address was requested',
  emailChanged: 'the email address of an account was changed',
}

export function logSecurity<Event extends keyof SecurityEvents>(log: Pick<Logger, 'info'>, security: Event, facts: SecurityEvents[Event]) {
  const line: object = { security, ...facts }
  log.info(line, words[security])
}
