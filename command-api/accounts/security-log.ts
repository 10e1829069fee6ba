import type { Logger } from '@medicready/platform/logger'

/**
 * What whoever looks after the product's security reads, under `security` in the service's log. Nothing in it is a
 * secret or personal: accounts by their id, addresses by their keyed hash, callers by their network, sessions by what
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
    /** Null where nobody has the address. */
    readonly userId: string | null
    readonly address: string
    readonly network: string
    readonly isKnownDevice: boolean
    /** The session that the caller had already; null for a visitor. */
    readonly session: string | null
    readonly reason: string
  }
  readonly secondStepFailed: {
    /** Null where a passkey of nobody was shown. */
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
  signInFailed: 'somebody could not sign in',
  secondStepFailed: 'somebody with the right password could not take the second step',
  secondFactorChanged: 'the second factor of an account was changed',
  passwordReset: 'a password was chosen by the link of a mail',
  passwordChanged: 'a password was changed',
  emailChangeRequested: 'another address was asked for',
  emailChanged: 'an account has another address',
}

export function logSecurity<Event extends keyof SecurityEvents>(
  log: Pick<Logger, 'info'>,
  security: Event,
  facts: SecurityEvents[Event],
): void {
  const line: object = { security, ...facts }
  log.info(line, words[security])
}
