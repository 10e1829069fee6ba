import type { FastifyBaseLogger } from 'fastify'

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
}

const words: Readonly<Record<keyof SecurityEvents, string>> = {
  signedIn: 'somebody signed in',
  signInFailed: 'somebody could not sign in',
}

export function logSecurity<Event extends keyof SecurityEvents>(
  log: Pick<FastifyBaseLogger, 'info'>,
  security: Event,
  facts: SecurityEvents[Event],
): void {
  const line: object = { security, ...facts }
  log.info(line, words[security])
}
