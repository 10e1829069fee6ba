import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { z } from 'zod'
import { atSeconds, headerOf, type MailEvent, type MailEventSource, type ProviderCall, parsedJson, shaped } from './mail-event.ts'

/** ECDSA over timestamp and body; @sendgrid/eventwebhook would bring elliptic curves in JavaScript. */

/** Only the fields we use; an undocumented event does not affect the others. */
const Told = z.object({
  event: z.string(),
  email: z.string(),
  timestamp: z.number(),
  sg_event_id: z.string().min(1).max(100),
  type: z.string().optional(),
  reason: z.string().optional(),
})
type Told = z.infer<typeof Told>

/** Not sent because of earlier events. */
const dropped: ReadonlyMap<string, MailEvent['reason']> = new Map([
  ['Bounced Address', 'bounced'],
  ['Invalid', 'bounced'],
  ['Spam Reporting Address', 'complained'],
])

function reasonOf({ event, type, reason = '' }: Told): MailEvent['reason'] | undefined {
  if (event === 'spamreport') return 'complained'
  // `blocked` is temporary.
  if (event === 'bounce') return type === 'blocked' ? undefined : 'bounced'
  return event === 'dropped' ? dropped.get(reason) : undefined
}

export const sendgridKey = (shown: string): KeyObject => {
  const key = createPublicKey({ key: Buffer.from(shown, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ec') throw new Error('This is no key of an elliptic curve.')
  return key
}

export class SendgridEvents implements MailEventSource {
  readonly #key: KeyObject

  constructor(shownKey: string) {
    this.#key = sendgridKey(shownKey)
  }

  async eventsIn(call: ProviderCall): Promise<readonly MailEvent[]> {
    const signature = Buffer.from(headerOf(call, 'x-twilio-email-event-webhook-signature'), 'base64')
    const signed = Buffer.concat([Buffer.from(headerOf(call, 'x-twilio-email-event-webhook-timestamp')), call.raw])
    if (!verify('sha256', signed, this.#key, signature)) throw new Rejection('signatureInvalid')
    return shaped(z.array(z.unknown()), parsedJson(call.raw)).flatMap((one) => {
      const { data } = Told.safeParse(one)
      const reason = data && reasonOf(data)
      return reason ? [{ eventId: data.sg_event_id, email: data.email, reason, happenedAt: atSeconds(data.timestamp) }] : []
    })
  }
}
