import { generateKeyPairSync } from 'node:crypto'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { expect, test } from 'vitest'
import {
  mailgunCall,
  mailgunFailure,
  postmarkBounce,
  postmarkCall,
  type SignedCall,
  sendgridCall,
  sendgridEvent,
  sesBounce,
  sesComplaint,
  snsCertificateUrl,
  standInForProviders,
  standInForSns,
} from '../testing/mail-providers.ts'
import type { MailEventSource } from './mail-event.ts'
import { mailEventSourcesWith } from './mail-events.ts'
import { MailgunEvents } from './mailgun.ts'
import { SnsUnavailable } from './ses.ts'

const now = '2026-03-03T13:00:10.000Z'
const at = '2026-03-03T13:00:05.477Z'
const ana = { email: 'ana@example.org', at, id: 'an-id-of-theirs' }
const { sns, sources } = standInForProviders()

const eventsIn = (source: MailEventSource, { body, headers }: SignedCall, when = now) =>
  source.eventsIn({ raw: Buffer.from(body), headers, now: when })
const refused = async (source: MailEventSource, call: SignedCall, code = 'signatureInvalid', when = now) => {
  const error: unknown = await eventsIn(source, call, when).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Rejection)
  expect((error as Rejection).code).toBe(code)
}
const withBody = ({ body, headers }: SignedCall, change: (body: string) => string): SignedCall => ({ body: change(body), headers })
const spoiled = (call: SignedCall): SignedCall => withBody(call, (body) => body.replace('ana@example.org', 'ben@example.org'))

test('only configured providers exist', () => {
  expect(mailEventSourcesWith({})).toEqual({})
  expect(Object.keys(mailEventSourcesWith({ MAILGUN_SIGNING_KEY: 'a key of sixteen', SES_TOPIC_ARN: '' }))).toEqual(['mailgun'])
})

test('Postmark signs in, and reports permanent bounces and complaints', async () => {
  const { postmark } = sources
  expect(await eventsIn(postmark, postmarkCall(postmarkBounce(ana)))).toEqual([
    { eventId: 'an-id-of-theirs Bounce', email: 'ana@example.org', reason: 'bounced', happenedAt: at },
  ])
  expect(await eventsIn(postmark, postmarkCall(postmarkBounce(ana, 'SpamComplaint')))).toMatchObject([{ reason: 'complained' }])
  for (const soft of ['SoftBounce', 'Transient', 'DnsError', 'AutoResponder', 'Blocked', 'constructor'])
    expect(await eventsIn(postmark, postmarkCall(postmarkBounce(ana, soft)))).toEqual([])
  for (const other of ['Delivery', 'Open', 'Click', 'SubscriptionChange'])
    expect(await eventsIn(postmark, postmarkCall({ RecordType: other, Recipient: 'ana@example.org' }))).toEqual([])
  await refused(postmark, postmarkCall(postmarkBounce(ana), 'medicready:another-password'))
  await refused(postmark, { ...postmarkCall(postmarkBounce(ana)), headers: {} })
  await refused(postmark, postmarkCall([]), 'invalidRequest')
  await refused(postmark, postmarkCall({ RecordType: 'Bounce', Type: 'HardBounce' }), 'invalidRequest')
  await refused(
    postmark,
    withBody(postmarkCall({}), () => '{'),
    'invalidRequest',
  )
})

test('SendGrid signs the time and bytes of many events, and a broken one does not affect the others', async () => {
  const { sendgrid } = sources
  const event = (other: object) => sendgridEvent(ana, other)
  const batch = [
    event({}),
    event({ type: 'blocked' }),
    event({ event: 'spamreport', type: undefined }),
    event({ event: 'dropped', type: undefined, reason: 'Bounced Address' }),
    event({ event: 'dropped', type: undefined, reason: 'Spam Reporting Address' }),
    event({ event: 'dropped', type: undefined, reason: 'Unsubscribed Address' }),
    ...['processed', 'deferred', 'delivered', 'open', 'click'].map((name) => event({ event: name })),
    { event: 'bounce' },
    null,
  ]
  const told = await eventsIn(sendgrid, sendgridCall(batch, at))
  expect(told.map(({ reason }) => reason)).toEqual(['bounced', 'complained', 'bounced', 'complained'])
  expect(told[0]).toEqual({ eventId: 'an-id-of-theirs', email: 'ana@example.org', reason: 'bounced', happenedAt: at })

  const call = sendgridCall(batch, at)
  await refused(sendgrid, spoiled(call))
  await refused(
    sendgrid,
    withBody(call, (body) => body.trimEnd()),
  )
  await refused(sendgrid, { ...call, headers: { ...call.headers, 'x-twilio-email-event-webhook-timestamp': '1' } })
  await refused(sendgrid, { ...call, headers: {} })
  await refused(sendgrid, { ...call, headers: { ...call.headers, 'x-twilio-email-event-webhook-signature': 'bm9uZQ==' } })
  await refused(sendgrid, sendgridCall(batch, at, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey))
  await refused(sendgrid, sendgridCall({ event: 'bounce' }, at), 'invalidRequest')
})

test('Mailgun reports permanent failures and complaints', async () => {
  const { mailgun } = sources
  const tell = (other: object) => eventsIn(mailgun, mailgunCall(mailgunFailure(ana, other), at))
  expect(await tell({})).toEqual([{ eventId: 'an-id-of-theirs', email: 'ana@example.org', reason: 'bounced', happenedAt: at }])
  expect(await tell({ event: 'complained', severity: undefined, reason: undefined })).toMatchObject([{ reason: 'complained' }])
  expect(await tell({ reason: 'suppress-bounce' })).toMatchObject([{ reason: 'bounced' }])
  expect(await tell({ reason: 'suppress-complaint' })).toMatchObject([{ reason: 'complained' }])
  for (const reason of ['generic', 'old', 'suppress-unsubscribe']) expect(await tell({ reason })).toEqual([])
  expect(await tell({ severity: 'temporary' })).toEqual([])
  for (const event of ['delivered', 'opened', 'accepted']) expect(await tell({ event })).toEqual([])
  await refused(mailgun, mailgunCall({ event: 'failed' }, at), 'invalidRequest')
  await refused(mailgun, mailgunCall({}, at), 'invalidRequest')
})

test("Mailgun's signature is valid for a while, and only for its own content", async () => {
  const mailgun = new MailgunEvents('a signing key of tests')
  const call = mailgunCall(mailgunFailure(ana), at)
  for (const _twice of [1, 2]) expect(await eventsIn(mailgun, call)).toHaveLength(1)
  await refused(mailgun, spoiled(call))
  await refused(mailgun, mailgunCall(mailgunFailure(ana), at, { key: 'the key of another' }))
  expect(await eventsIn(mailgun, call, '2026-03-04T01:00:00.000Z')).toHaveLength(1)
  await refused(mailgun, call, 'signatureInvalid', '2026-03-04T01:00:06.000Z')
  await refused(mailgun, call, 'signatureInvalid', '2026-03-03T12:50:00.000Z')
  await refused(mailgun, { body: JSON.stringify({ 'event-data': mailgunFailure(ana) }), headers: {} })
  for (const signature of ['', 'zz', `${'0'.repeat(64)}`])
    await refused(
      mailgun,
      withBody(call, (body) => body.replace(/"signature":"\w+"/, `"signature":"${signature}"`)),
    )
})

test('SES reports through SNS, for several recipients at once, in both forms and signatures', async () => {
  const ben = 'ben@example.org'
  expect(await eventsIn(sns.source, sns.notification(sesBounce(ana, 'Permanent', [ben])))).toEqual([
    { eventId: 'an-id-of-theirs', email: 'ana@example.org', reason: 'bounced', happenedAt: at },
    { eventId: 'an-id-of-theirs', email: ben, reason: 'bounced', happenedAt: at },
  ])
  const complaint = sns.notification(sesComplaint(ana), { SignatureVersion: '1', Subject: 'Amazon SES Email Event Notification' })
  expect(await eventsIn(sns.source, complaint)).toMatchObject([{ reason: 'complained' }])
  expect(await eventsIn(sns.source, sns.notification(sesComplaint(ana, null)))).toHaveLength(1)
  expect(await eventsIn(sns.source, sns.notification(sesComplaint(ana, 'not-spam')))).toEqual([])
  for (const type of ['Transient', 'Undetermined']) expect(await eventsIn(sns.source, sns.notification(sesBounce(ana, type)))).toEqual([])
  expect(await eventsIn(sns.source, sns.notification({ eventType: 'Delivery', delivery: {} }))).toEqual([])
  expect(await eventsIn(sns.source, sns.call('Notification', 'Successfully validated SNS topic for Amazon SES.'))).toEqual([])
  await refused(sns.source, sns.notification({ notificationType: 'Bounce' }), 'invalidRequest')
  // One certificate for all of them.
  expect(sns.asked).toEqual([snsCertificateUrl])
})

test("messages that SNS did not sign, or signed for someone else's topic, have no effect and cause no requests", async () => {
  const { source, asked, call, notification, answerNext } = standInForSns()
  await refused(source, notification(sesBounce(ana), { TopicArn: 'arn:aws:sns:us-east-1:210987654321:mail-events' }))
  for (const address of [
    'https://medicready-certificates.s3.amazonaws.com/SimpleNotificationService-60eadc.pem',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-60eadc.pem',
    'https://sns.us-east-1.amazonaws.com.example.org/SimpleNotificationService-60eadc.pem',
    'https://sns.us-east-1.amazonaws.com@example.org/SimpleNotificationService-60eadc.pem',
    'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-60eadc.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-60eadc.pem?Action=Publish',
    'https://sns.us-east-1.amazonaws.com/?x=/SimpleNotificationService-60eadc.pem',
    'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-60eadc.pem',
    'no address',
  ])
    await refused(source, notification(sesBounce(ana), { SigningCertURL: address }))
  expect(asked).toEqual([])

  await refused(source, spoiled(notification(sesBounce(ana))))
  await refused(source, call('Notification', '{}', {}, { Subject: 'added later' }))
  await refused(source, call('Notification', '{}', { SignatureVersion: '3' }))
  await refused(source, call('Publish', '{}'))
  await refused(source, { body: '{}', headers: {} })
  await refused(source, { body: '', headers: {} })
  await refused(source, notification(sesBounce(ana)), 'signatureInvalid', '2036-01-02T00:00:00.000Z')
  expect(asked).toEqual([snsCertificateUrl])
  const other = standInForSns()
  await refused(source, other.notification(sesBounce(ana)))

  const unheard = standInForSns()
  unheard.answerNext(() => new Response('', { status: 404 }))
  await refused(unheard.source, unheard.notification(sesBounce(ana)))
  unheard.answerNext(() => new Response('no certificate'))
  await refused(unheard.source, unheard.notification(sesBounce(ana)))
  unheard.answerNext(() => new Response('', { status: 503 }))
  await expect(eventsIn(unheard.source, unheard.notification(sesBounce(ana)))).rejects.toBeInstanceOf(SnsUnavailable)
  expect(await eventsIn(unheard.source, unheard.notification(sesBounce(ana)))).toHaveLength(1)
  answerNext(() => Response.error())
  expect(await eventsIn(source, notification(sesBounce(ana)))).toHaveLength(1)
})

test('unsigned content is refused before it is read', async () => {
  const { headers } = sns.notification(sesBounce(ana))
  for (const source of Object.values(sources)) await refused(source, { body: '{', headers: {} })
  const asked = sns.asked.length
  await refused(sns.source, { ...sns.notification(sesBounce(ana)), headers: { ...headers, 'x-amz-sns-topic-arn': 'arn:aws:sns:a-guess' } })
  await refused(sns.source, { body: '{', headers })
  expect(sns.asked).toHaveLength(asked)
})

test('made-up certificate addresses are requested only a few times an hour', async () => {
  const { source, asked, answerNext, notification } = standInForSns()
  const madeUp = (number: number) => ({ SigningCertURL: `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${number}.pem` })
  const told = async (number: number, when: string) => {
    answerNext(() => new Response('', { status: 404 }))
    const error: unknown = await eventsIn(source, notification(sesBounce(ana), madeUp(number)), when).catch((thrown: unknown) => thrown)
    return error instanceof SnsUnavailable ? 'not asked' : (error as Rejection).code
  }
  const answers = []
  for (let number = 0; number < 30; number++) answers.push(await told(number, now))
  expect(answers).toEqual([...Array(10).fill('signatureInvalid'), ...Array(20).fill('not asked')])
  expect(asked).toHaveLength(10)
  expect(await told(30, '2026-03-03T14:00:11.000Z')).toBe('signatureInvalid')
})

test('a subscription is confirmed only at SNS and only for our topic', async () => {
  const { source, asked, answerNext, subscription, call } = standInForSns()
  expect(await eventsIn(source, subscription())).toEqual([])
  expect(asked).toEqual([
    snsCertificateUrl,
    expect.stringMatching(/^https:\/\/sns\.us-east-1\.amazonaws\.com\/\?Action=ConfirmSubscription/),
  ])
  const topic = 'arn:aws:sns:us-east-1:123456789012:mail-events'
  for (const address of [
    `https://example.org/?Action=ConfirmSubscription&TopicArn=${topic}`,
    `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}2`,
    `https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe&TopicArn=${topic}`,
  ])
    await refused(source, subscription(address))
  expect(await eventsIn(source, call('UnsubscribeConfirmation', 'You have chosen to leave.', { SubscribeURL: '', Token: 'x' }))).toEqual([])
  expect(asked).toHaveLength(2)
  answerNext(() => new Response('', { status: 403 }))
  await expect(eventsIn(source, subscription())).rejects.toBeInstanceOf(SnsUnavailable)
})
