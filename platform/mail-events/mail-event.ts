import type { StopReason } from '@medicready/domain/accounts/mail-delivery'
import { Rejection } from '@medicready/domain/rejection'

/** What a provider tells of a mail, where that is of consequence. */
export interface MailEvent {
  /** The provider's name for it: told again, it has the same. */
  readonly eventId: string
  readonly email: string
  readonly reason: StopReason
  /** By the provider's clock, ISO 8601 in UTC. */
  readonly happenedAt: string
}

/** A call that claims to be a provider's. */
export interface ProviderCall {
  /** The body as it came: signatures cover its bytes. */
  readonly raw: Buffer
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** ISO 8601, UTC. */
  readonly now: string
}

/**
 * A provider of ours. `eventsIn` throws the rejection `signatureInvalid` for a call that is not its own, and
 * `invalidRequest` for one that is, and of another form than it documents. That a mail was delivered, put off or opened
 * is no event.
 */
export interface MailEventSource {
  eventsIn(call: ProviderCall): Promise<readonly MailEvent[]>
}

export function headerOf({ headers }: ProviderCall, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The body of a call that has proved to be the provider's. */
export const parsedJson = (raw: Buffer): unknown => parsedOr('invalidRequest', raw)
/** A body in which the signature is to be found: what cannot be read is not signed. */
export const signedJson = (raw: Buffer): unknown => parsedOr('signatureInvalid', raw)

function parsedOr(refusal: 'invalidRequest' | 'signatureInvalid', raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    throw new Rejection(refusal)
  }
}

/** Of a time in seconds since 1970, as several providers give it. */
export const atSeconds = (seconds: number): string => new Date(Math.trunc(seconds * 1_000)).toISOString()
