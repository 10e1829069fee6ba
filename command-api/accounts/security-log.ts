import type { Logger } from '@medicready/platform/logger'

/**
 * What the person who looks after the product's security reads, under `security` in the service's log. Nothing in it is
 * a secret or personal: accounts by their id, addresses by their keyed hash, callers by their network, sessions by what
 * their owner may call them.
 */
interface SecurityEvents {
  readonly signedIn: {
    readonly userId: string
    readonly network: string
    readonly isKnownDevice: boolean
    readonly session: string
  }
  readonly signInFailed: {
    /** Null where no one has the address. */
    readonly userId: string | null
    readonly address: string
    readonly network: string
    readonly isKnownDevice: boolean
    /** The session that the caller had already; null for a visitor. */
    readonly session: string | null
    readonly reason: string
  }
  readonly secondStepFailed: {
    /** Null where an unknown passkey was shown. */
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
  signedIn: 'somebody signed in',
  signInFailed: 'a sign-in failed',
  secondStepFailed: 'a sign-in with the right password failed at the second factor',
  secondFactorChanged: 'the second factor of an account was changed',
  passwordReset: 'a password was reset by an emailed link',
  passwordChanged: 'a password was changed',
  emailChangeRequested: 'a change of email address was requested',
  emailChanged: 'the email address of an account was changed',
}

export function logSecurity<Event extends keyof SecurityEvents>(
  log: Pick<Logger, 'info'>,
  security: Event,
  facts: SecurityEvents[Event],
): void {
  const line: object = { security, ...facts }
  log.info(line, words[security])
}
