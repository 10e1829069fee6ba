import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { atSeconds, type MailEvent, type MailEventSource, type ProviderCall, shaped, signedJson } from './mail-event.ts'

/** Mailgun signs a timestamp and a token, not the content: a signature is good for a while, and for one body. */

const Signed = z.object({
  signature: z.object({ timestamp: z.coerce.string().regex(/^\d{1,12}$/), token: z.string().min(1).max(200), signature: z.string() }),
})

const Told = z.object({ 'event-data': z.object({ event: z.string() }) })

const Failed = z.object({
  'event-data': z.object({
    id: z.string().min(1).max(100),
    timestamp: z.number(),
    recipient: z.string(),
    severity: z.string().optional(),
    reason: z.string().optional(),
  }),
})

/** `old` was only deferred too often, and the cause of `generic` is unknown. */
const failures: ReadonlyMap<string, MailEvent['reason']> = new Map([
  ['bounce', 'bounced'],
  ['suppress-bounce', 'bounced'],
  ['suppress-complaint', 'complained'],
])

/** Mailgun retries for eight hours. */
const GOOD_FOR_HOURS = 12
/** A clock may be ahead of ours. */
const AHEAD_MILLISECONDS = 5 * 60_000
/** More than arrive in that time; the oldest is forgotten first. */
const TOKENS_REMEMBERED = 20_000

export class MailgunEvents implements MailEventSource {
  readonly #signingKey: string
  readonly #seen = new LRUCache<string, string>({ max: TOKENS_REMEMBERED })

  constructor(signingKey: string) {
    this.#signingKey = signingKey
  }

  async eventsIn(call: ProviderCall): Promise<readonly MailEvent[]> {
    const body = signedJson(call.raw)
    this.#check(shaped(Signed, body, 'signatureInvalid').signature, call)
    const { event } = shaped(Told, body)['event-data']
    if (event !== 'failed' && event !== 'complained') return []
    const { id: eventId, timestamp, recipient: email, severity, reason: why = '' } = shaped(Failed, body)['event-data']
    const reason = event === 'complained' ? 'complained' : severity === 'permanent' ? failures.get(why) : undefined
    return reason ? [{ eventId, email, reason, happenedAt: atSeconds(timestamp) }] : []
  }

  /** A repeated token must come with the same content. */
  #check({ timestamp, token, signature }: z.infer<typeof Signed>['signature'], { raw, now }: ProviderCall): void {
    const expected = createHmac('sha256', this.#signingKey)
      .update(timestamp + token)
      .digest()
    const given = Buffer.from(signature, 'hex')
    const signedAt = atSeconds(Number(timestamp))
    const content = createHash('sha256').update(raw).digest('base64')
    const isOwn = given.length === expected.length && timingSafeEqual(given, expected)
    const isNow = now < hoursAfter(signedAt, GOOD_FOR_HOURS) && Date.parse(signedAt) < Date.parse(now) + AHEAD_MILLISECONDS
    if (!isOwn || !isNow || (this.#seen.get(token) ?? content) !== content) throw new Rejection('signatureInvalid')
    this.#seen.set(token, content)
  }
}
