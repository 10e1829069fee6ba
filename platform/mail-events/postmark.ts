import { createHash, timingSafeEqual } from 'node:crypto'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { z } from 'zod'
import { headerOf, type MailEvent, type MailEventSource, type ProviderCall, parsedJson, shaped } from './mail-event.ts'

/** Postmark signs nothing; it signs in with HTTP Basic. */

const Bounce = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  Type: z.string(),
  MessageID: z.string().min(1).max(100),
  Email: z.string(),
  BouncedAt: z.iso.datetime({ offset: true }),
})

/** The kinds after which Postmark itself stops sending. */
const reasons: ReadonlyMap<string, MailEvent['reason']> = new Map([
  ['HardBounce', 'bounced'],
  ['BadEmailAddress', 'bounced'],
  ['SpamComplaint', 'complained'],
])

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export class PostmarkEvents implements MailEventSource {
  readonly #expected: Buffer

  constructor(credentials: string) {
    this.#expected = digest(`Basic ${Buffer.from(credentials).toString('base64')}`)
  }

  async eventsIn(call: ProviderCall): Promise<readonly MailEvent[]> {
    if (!timingSafeEqual(digest(headerOf(call, 'authorization')), this.#expected)) throw new Rejection('signatureInvalid')
    const body = parsedJson(call.raw)
    const told = shaped(z.object({ RecordType: z.string() }), body)
    if (told.RecordType !== 'Bounce' && told.RecordType !== 'SpamComplaint') return []
    const { RecordType, Type, MessageID, Email: email, BouncedAt } = shaped(Bounce, body)
    const reason = reasons.get(Type)
    // A mail may bounce and be complained about, so its ID alone is not unique.
    return reason ? [{ eventId: `${MessageID} ${RecordType}`, email, reason, happenedAt: new Date(BouncedAt).toISOString() }] : []
  }
}
