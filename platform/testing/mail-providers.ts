import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign, X509Certificate } from 'node:crypto'
import type { MailEventSources } from '../mail-events/mail-events.ts'
import { MailgunEvents } from '../mail-events/mailgun.ts'
import { PostmarkEvents } from '../mail-events/postmark.ts'
import { SendgridEvents } from '../mail-events/sendgrid.ts'
import { SesEvents } from '../mail-events/ses.ts'

/** Provider webhooks in their documented forms, signed by test keys. */

export interface SignedCall {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface About {
  readonly email: string
  readonly at: string
  readonly id?: string
}

const seconds = (at: string): number => Date.parse(at) / 1_000
const json = (body: unknown, headers: Record<string, string> = {}): SignedCall => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

export const postmarkLogin = 'medicready:a password of tests'.replaceAll(' ', '-')

export const postmarkCall = (content: object, login = postmarkLogin): SignedCall =>
  json(content, { authorization: `Basic ${Buffer.from(login).toString('base64')}` })

export const postmarkBounce = ({ email, at, id = randomUUID() }: About, type = 'HardBounce') => ({
  RecordType: type === 'SpamComplaint' ? 'SpamComplaint' : 'Bounce',
  MessageStream: 'outbound',
  ID: 4_323_372_036_854_775,
  Type: type,
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: '',
  MessageID: id,
  Metadata: {},
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: email,
  From: 'no-reply@medicready.example',
  BouncedAt: at.replace('Z', '0000Z'),
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: '5 questions wait for you today',
  Content: '',
})

export const mailgunKey = 'a signing key of tests'

export function mailgunCall(event: object, at: string, { key = mailgunKey, token = randomUUID().replaceAll('-', '') } = {}): SignedCall {
  const timestamp = String(Math.trunc(seconds(at)))
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  return json({ signature: { timestamp, token, signature }, 'event-data': event })
}

export const mailgunFailure = ({ email, at, id = randomUUID() }: About, other: object = {}) => ({
  event: 'failed',
  id,
  timestamp: seconds(at),
  'log-level': 'error',
  severity: 'permanent',
  reason: 'bounce',
  'delivery-status': { 'attempt-no': 1, message: '5.1.1 No such user', code: 550, description: '', 'session-seconds': 0.4 },
  flags: { 'is-routed': false, 'is-authenticated': true, 'is-system-test': false, 'is-test-mode': false },
  envelope: { sender: 'no-reply@medicready.example', transport: 'smtp', targets: email },
  message: { headers: { to: email, 'message-id': 'dailyEmail.1@medicready.example' }, size: 111, attachments: [] },
  recipient: email,
  'recipient-domain': email.split('@')[1],
  tags: [],
  campaigns: [],
  'user-variables': {},
  ...other,
})

const sendgridPair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
export const sendgridShownKey = sendgridPair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

export function sendgridCall(content: unknown, at: string, key: KeyObject = sendgridPair.privateKey): SignedCall {
  const body = `${JSON.stringify(content)}\r\n`
  const timestamp = String(Math.trunc(seconds(at)))
  return {
    body,
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString('base64'),
    },
  }
}

export const sendgridEvent = ({ email, at, id = randomUUID() }: About, other: object = {}) => ({
  email,
  timestamp: seconds(at),
  'smtp-id': '<dailyEmail.1@medicready.example>',
  event: 'bounce',
  category: ['reminders'],
  sg_event_id: id,
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  reason: '550 5.1.1 The email account that you tried to reach does not exist.',
  status: '5.1.1',
  type: 'bounce',
  ...other,
})

export const sesTopic = 'arn:aws:sns:us-east-1:123456789012:mail-events'
export const snsCertificateUrl = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-60eadc530605d63b8e62a523676ef735.pem'

export const sesBounce = (
  { email, at, id = `${randomUUID()}-000000` }: About,
  bounceType = 'Permanent',
  others: readonly string[] = [],
) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [email, ...others].map((emailAddress) => ({
      emailAddress,
      action: 'failed',
      status: '5.1.1',
      diagnosticCode: `smtp; 550 5.1.1 <${emailAddress}>... User`,
    })),
    timestamp: at,
    feedbackId: id,
    reportingMTA: 'dns; email.example.com',
  },
  mail: { timestamp: at, source: 'no-reply@medicready.example', messageId: randomUUID(), destination: [email, ...others] },
})

export const sesComplaint = ({ email, at, id = `${randomUUID()}-000000` }: About, complaintFeedbackType: string | null = 'abuse') => ({
  eventType: 'Complaint',
  complaint: {
    complainedRecipients: [{ emailAddress: email }],
    timestamp: at,
    feedbackId: id,
    complaintSubType: null,
    userAgent: 'AnyCompany Feedback Loop (V0.01)',
    complaintFeedbackType,
    arrivalDate: at,
  },
  mail: { timestamp: at, source: 'no-reply@medicready.example', messageId: randomUUID(), destination: [email] },
})

export function standInForSns({ from = '2026-01-01T00:00:00.000Z', until = '2036-01-01T00:00:00.000Z' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const certificate = selfSigned({ name: 'sns.amazonaws.com', from, until, publicKey, privateKey })
  const asked: string[] = []
  const next: (() => Response)[] = []
  const answer = (url: string) => new Response(url.endsWith('.pem') ? certificate : '<ConfirmSubscriptionResponse/>')

  /** `other` is signed as well, `afterwards` is not. */
  function call(type: string, message: string, other: Record<string, string> = {}, afterwards: Record<string, string> = {}): SignedCall {
    const envelope: Record<string, string> = {
      Type: type,
      MessageId: randomUUID(),
      TopicArn: sesTopic,
      Message: message,
      Timestamp: '2026-03-03T13:00:06.000Z',
      SignatureVersion: '2',
      SigningCertURL: snsCertificateUrl,
      ...other,
    }
    const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    const signed = names.flatMap((name) => (envelope[name] === undefined ? [] : [`${name}\n${envelope[name]}\n`])).join('')
    const algorithm = envelope.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
    const signature = sign(algorithm, Buffer.from(signed), privateKey).toString('base64')
    return {
      body: JSON.stringify({ ...envelope, Signature: signature, ...afterwards }),
      headers: {
        'content-type': 'text/plain; charset=UTF-8',
        'x-amz-sns-message-type': type,
        'x-amz-sns-topic-arn': envelope.TopicArn ?? '',
      },
    }
  }

  return {
    source: new SesEvents({
      topicArn: sesTopic,
      fetch: async (input) => {
        asked.push(String(input))
        return (next.shift() ?? (() => answer(String(input))))()
      },
    }),
    asked: asked as readonly string[],
    answerNext: (answering: () => Response) => next.push(answering),
    call,
    notification: (message: object, other?: Record<string, string>) => call('Notification', JSON.stringify(message), other),
    subscription: (url = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${sesTopic}&Token=2336412f37fb`) =>
      call('SubscriptionConfirmation', 'You have chosen to subscribe to the topic.', { SubscribeURL: url, Token: '2336412f37fb' }),
  }
}

export function standInForProviders() {
  const sns = standInForSns({ from: '2020-01-01T00:00:00.000Z' })
  const sources = {
    ses: sns.source,
    postmark: new PostmarkEvents(postmarkLogin),
    sendgrid: new SendgridEvents(sendgridShownKey),
    mailgun: new MailgunEvents(mailgunKey),
  } satisfies MailEventSources
  return { sns, sources }
}

function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const said = Buffer.concat(content)
  const length = said.length < 0x80 ? [said.length] : [0x82, said.length >> 8, said.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), said])
}

const [INTEGER, BIT_STRING, NULL, OBJECT, UTF8, TIME, SEQUENCE, SET] = [0x02, 0x03, 0x05, 0x06, 0x0c, 0x18, 0x30, 0x31]
const sha256WithRsa = der(SEQUENCE, der(OBJECT, Buffer.from('2a864886f70d01010b', 'hex')), der(NULL))
const commonName = der(OBJECT, Buffer.from('550403', 'hex'))
const time = (at: string): Buffer => der(TIME, Buffer.from(at.replaceAll(/[-:T]|\.\d+/g, '')))

interface Of {
  readonly name: string
  readonly from: string
  readonly until: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

function selfSigned({ name, from, until, publicKey, privateKey }: Of): string {
  const named = der(SEQUENCE, der(SET, der(SEQUENCE, commonName, der(UTF8, Buffer.from(name)))))
  const validity = der(SEQUENCE, time(from), time(until))
  const serial = der(INTEGER, Buffer.from([1]))
  const said = der(SEQUENCE, serial, sha256WithRsa, named, validity, named, publicKey.export({ format: 'der', type: 'spki' }))
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', said, privateKey))
  return new X509Certificate(der(SEQUENCE, said, sha256WithRsa, signature)).toString()
}
