import type { StopReason } from '@medicready/domain/accounts/mail-delivery'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { z } from 'zod'

export interface MailEvent {
  /** The same when the event is reported again. */
  readonly eventId: string
  readonly email: string
  readonly reason: StopReason
  readonly happenedAt: string
}

export interface ProviderCall {
  /** Signatures cover these bytes. */
  readonly raw: Buffer
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly now: string
}

/** Throws `signatureInvalid` or `invalidRequest`. Deliveries, deferrals and opens are ignored. */
export interface MailEventSource {
  eventsIn(call: ProviderCall): Promise<readonly MailEvent[]>
}

export function headerOf({ headers }: ProviderCall, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

export const parsedJson = (raw: Buffer): unknown => parsedOr('invalidRequest', raw)
/** The signature is inside, so an unreadable body is unsigned. */
export const signedJson = (raw: Buffer): unknown => parsedOr('signatureInvalid', raw)

type Unreadable = 'invalidRequest' | 'signatureInvalid'

function parsedOr(refusal: Unreadable, raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    throw new Rejection(refusal)
  }
}

/** Rejects any other body. */
export function shaped<Shape>(schema: z.ZodType<Shape>, body: unknown, refusal: Unreadable = 'invalidRequest'): Shape {
  const { success, data } = schema.safeParse(body)
  if (!success) throw new Rejection(refusal)
  return data
}

export const atSeconds = (seconds: number): string => new Date(Math.trunc(seconds * 1_000)).toISOString()
