import { verify, X509Certificate } from 'node:crypto'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Unavailable } from '../retry.ts'
import { headerOf, type MailEvent, type MailEventSource, type ProviderCall, shaped, signedJson } from './mail-event.ts'

/** SES reports through SNS. Packages for its signatures do not bound the fetching of certificates. */

const Envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().optional(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
type Envelope = z.infer<typeof Envelope>

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** Notifications of an identity, or events of a configuration set. */
const Told = z.object({ notificationType: z.string().optional(), eventType: z.string().optional() })
const recipients = z.array(z.object({ emailAddress: z.string() }))
const told = { feedbackId: z.string().min(1).max(100), timestamp: z.iso.datetime({ offset: true }) }
const Bounce = z.object({ bounce: z.object({ ...told, bounceType: z.string(), bouncedRecipients: recipients }) })
const Complaint = z.object({
  complaint: z.object({ ...told, complainedRecipients: recipients, complaintFeedbackType: z.string().nullish() }),
})

const PATIENCE_MILLISECONDS = 10_000
const CERTIFICATES_REMEMBERED = 20
/** SNS has a new one each year; the limit guards against invented addresses. */
const CERTIFICATES_PER_HOUR = 10

export class SnsUnavailable extends Unavailable {
  override readonly name = 'SnsUnavailable'
}

interface Options {
  readonly topicArn: string
  readonly fetch?: typeof fetch
}

export class SesEvents implements MailEventSource {
  readonly #topicArn: string
  readonly #host: string
  readonly #fetch: typeof fetch
  readonly #certificates = new LRUCache<string, X509Certificate>({ max: CERTIFICATES_REMEMBERED })
  #fetchedAt: string[] = []

  constructor({ topicArn, fetch = globalThis.fetch }: Options) {
    this.#topicArn = topicArn
    const [, partition = '', , region = ''] = topicArn.split(':')
    this.#host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
    this.#fetch = fetch
  }

  async eventsIn(call: ProviderCall): Promise<readonly MailEvent[]> {
    const { raw, now } = call
    // The header also names the topic, so calls that do not know it are not parsed.
    if (headerOf(call, 'x-amz-sns-topic-arn') !== this.#topicArn) throw new Rejection('signatureInvalid')
    const { data: envelope } = Envelope.safeParse(signedJson(raw))
    if (!envelope || envelope.TopicArn !== this.#topicArn || !(await this.#isSigned(envelope, now))) throw new Rejection('signatureInvalid')
    if (envelope.Type === 'SubscriptionConfirmation') await this.#confirm(envelope)
    return envelope.Type === 'Notification' ? eventsOf(jsonIn(envelope.Message)) : []
  }

  async #isSigned(envelope: Envelope, now: string): Promise<boolean> {
    const certificate = await this.#certificateAt(envelope.SigningCertURL, now)
    if (!certificate || new Date(now) < certificate.validFromDate || new Date(now) > certificate.validToDate) return false
    const fields = signedFields[envelope.Type].filter((name) => envelope[name] !== undefined)
    const signed = fields.map((name) => `${name}\n${envelope[name]}\n`).join('')
    const algorithm = envelope.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
    return verify(algorithm, Buffer.from(signed), certificate.publicKey, Buffer.from(envelope.Signature, 'base64'))
  }

  /** Only SNS itself hosts files at its address. Null if this is none of its certificates. */
  async #certificateAt(address: string, now: string): Promise<X509Certificate | null> {
    const url = this.#ownAddress(address)
    if (url?.search !== '' || !/^\/SimpleNotificationService-[\da-f]{1,64}\.pem$/.test(url.pathname)) return null
    const known = this.#certificates.get(url.href)
    if (known) return known
    this.#countFetch(now)
    const certificate = certificateIn(await this.#get(url))
    if (certificate) this.#certificates.set(url.href, certificate)
    return certificate
  }

  #countFetch(now: string): void {
    this.#fetchedAt = this.#fetchedAt.filter((at) => at > hoursAfter(now, -1))
    if (this.#fetchedAt.length >= CERTIFICATES_PER_HOUR) throw new SnsUnavailable('SNS was asked for too many certificates.')
    this.#fetchedAt.push(now)
  }

  /** Only in answer to the question of our own topic. */
  async #confirm({ SubscribeURL = '' }: Envelope): Promise<void> {
    const url = this.#ownAddress(SubscribeURL)
    const asked = url?.searchParams
    if (!url || asked?.get('Action') !== 'ConfirmSubscription' || asked.get('TopicArn') !== this.#topicArn)
      throw new Rejection('signatureInvalid')
    if ((await this.#get(url)) === null) throw new SnsUnavailable('SNS did not take the confirmation of the subscription.')
  }

  #ownAddress(address: string): URL | null {
    const url = URL.parse(address)
    const isOwn = url?.protocol === 'https:' && url.host === this.#host && url.username === '' && url.password === ''
    return isOwn ? url : null
  }

  async #get(url: URL): Promise<string | null> {
    try {
      const answer = await this.#fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
      if (answer.status >= 500) throw new Error(`It answered ${answer.status}.`)
      return answer.ok ? await answer.text() : null
    } catch (error) {
      throw new SnsUnavailable('SNS cannot be reached.', { cause: error })
    }
  }
}

function certificateIn(text: string | null): X509Certificate | null {
  try {
    return text === null ? null : new X509Certificate(text)
  } catch {
    return null
  }
}

/** When a topic is set up, SES sends a plain sentence. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function eventsOf(message: unknown): MailEvent[] {
  const told = Told.safeParse(message).data
  const kinds = [told?.notificationType, told?.eventType]
  if (kinds.includes('Bounce')) return bouncesIn(message)
  return kinds.includes('Complaint') ? complaintsIn(message) : []
}

function bouncesIn(message: unknown): MailEvent[] {
  const { bounceType, feedbackId, timestamp, bouncedRecipients } = shaped(Bounce, message).bounce
  return bounceType === 'Permanent' ? about(bouncedRecipients, { eventId: feedbackId, reason: 'bounced', timestamp }) : []
}

/** Moving a mail out of the spam folder is no complaint. */
function complaintsIn(message: unknown): MailEvent[] {
  const { complaintFeedbackType, feedbackId, timestamp, complainedRecipients } = shaped(Complaint, message).complaint
  return complaintFeedbackType === 'not-spam' ? [] : about(complainedRecipients, { eventId: feedbackId, reason: 'complained', timestamp })
}

const about = (
  people: z.infer<typeof recipients>,
  { timestamp, ...event }: Pick<MailEvent, 'eventId' | 'reason'> & { timestamp: string },
): MailEvent[] => people.map(({ emailAddress: email }) => ({ ...event, email, happenedAt: new Date(timestamp).toISOString() }))
