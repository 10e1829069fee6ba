import { postmarkBounce, postmarkCall, type SignedCall, standInForProviders } from '@medicready/platform/testing/mail-providers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCommandApi, type TestCommandApi } from '../../testing/test-command-api.ts'

const { postmark, sendgrid } = standInForProviders().sources
const FORGED_CALLS = 5

let api: TestCommandApi
beforeAll(async () => {
  api = await startTestCommandApi({
    attemptLimits: { perNetwork: FORGED_CALLS, overall: 10_000 },
    mailEventSources: { postmark, sendgrid },
  })
})
afterAll(() => api.close())

async function codeOf(provider: string, { body: payload, headers }: SignedCall, remoteAddress = '203.0.113.7') {
  const answer = await api.app.inject({ method: 'POST', url: `/api/mail-events/${provider}`, payload, headers, remoteAddress })
  return answer.statusCode === 200 ? 'received' : `${answer.statusCode} ${answer.json().code}`
}
const sized = (kilobytes: number): SignedCall => ({ body: 'x'.repeat(kilobytes * 1_024), headers: { 'content-type': 'application/json' } })
const bounce = () => postmarkCall(postmarkBounce({ email: 'nobody@example.com', at: api.clock.now }))

test('a provider that is not configured is not found, even if the request is large', async () => {
  for (const provider of ['ses', 'mailgun', 'pigeon', 'constructor']) expect(await codeOf(provider, sized(3_000))).toBe('404 routeNotFound')
})

test('a request may have 256 kB, or more for a provider that needs it', async () => {
  const elsewhere = '198.51.100.7'
  expect(await codeOf('postmark', sized(256), elsewhere)).toBe('400 signatureInvalid')
  expect(await codeOf('postmark', sized(257), elsewhere)).toBe('413 bodyTooLarge')
  expect(await codeOf('sendgrid', sized(2_048), elsewhere)).toBe('400 signatureInvalid')
  expect(await codeOf('sendgrid', sized(2_049), elsewhere)).toBe('413 bodyTooLarge')
})

test('forged requests count against their network, and genuine ones do not', async () => {
  for (let call = 0; call < 2 * FORGED_CALLS; call++) expect(await codeOf('postmark', bounce())).toBe('received')
  const forged = { ...bounce(), headers: { 'content-type': 'application/json', authorization: 'Basic a guess' } }
  const answers = []
  for (let call = 0; call < FORGED_CALLS + 2; call++) answers.push(await codeOf('postmark', forged))
  const counted = [...Array(FORGED_CALLS).fill('400 signatureInvalid'), '429 tooManyRequests', '429 tooManyRequests']
  expect(answers).toEqual(counted)
  expect(await codeOf('postmark', bounce())).toBe('429 tooManyRequests')
  expect(await codeOf('postmark', bounce(), '192.0.2.7')).toBe('received')
})
