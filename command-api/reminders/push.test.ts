import { everyFact } from '@medicready/platform/testing/event-log'
import { startTestPushService, type TestPushService } from '@medicready/platform/testing/push-service'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureAdministrator } from '../accounts/change-role.ts'
import { ownContext } from '../command-context.ts'
import { dependenciesOver } from '../dependencies.ts'
import { startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'

let api: TestCommandApi
let service: TestPushService
beforeAll(async () => {
  service = await startTestPushService()
  api = await startTestCommandApi({ pushServiceUrl: service.url })
})
afterAll(async () => {
  await api.close()
  await service.close()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function person() {
  const credentials = { email: `${uuidV4()}@example.com`, password: 'correct horse' }
  const context = ownContext('test', () => api.clock.now)
  const { userId } = await ensureAdministrator(dependenciesOver(api), credentials, context)
  const { token } = (await api.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials })).json()
  const authorization = `Bearer ${token}`
  const post = (what: 'subscribe' | 'unsubscribe', payload: object, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'POST', url: `/api/push/${what}`, payload, headers: { authorization, 'user-agent': firefox, ...headers } })
  const key = async () => (await api.app.inject({ url: '/api/push/key', headers: { authorization } })).json().publicKey as string
  const facts = async () =>
    (await everyFact(api.eventStore)).filter(({ type, data }) => type.startsWith('Push') && 'userId' in data && data.userId === userId)
  return { userId, post, key, facts }
}

test('a browser subscribes once, however often it is sent, and can unsubscribe by its address', async () => {
  const ana = await person()
  const device = await service.subscribe(await ana.key())
  const headers = { 'idempotency-key': uuidV4() }
  const answers = [
    await ana.post('subscribe', device, headers),
    await ana.post('subscribe', device, headers),
    await ana.post('subscribe', device),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const [{ id }] = answers.map((answer) => answer.json()) as [{ id: string }]
  for (const answer of answers) expect(answer.json()).toEqual({ id })
  expect(answers[0]?.headers['consistency-token']).toMatch(/^\d+$/)
  const { endpoint, keys } = device
  expect(await ana.facts()).toMatchObject([{ type: 'PushSubscribed', data: { deviceId: id, endpoint, keys, name: 'Firefox on Linux' } }])

  for (const _twice of [1, 2]) expect((await ana.post('unsubscribe', { endpoint })).json()).toEqual({ ok: true })
  expect(await ana.facts()).toMatchObject([{}, { type: 'PushUnsubscribed', data: { deviceId: id, cause: 'byPerson' } }])
})

test('the push address of a browser is encrypted in the log', async () => {
  const ana = await person()
  const device = await service.subscribe()
  await ana.post('subscribe', device)
  const log = await rawLog(api.eventStoreUrl)
  for (const piece of [device.endpoint, device.keys.p256dh, device.keys.auth]) expect(log).not.toContain(piece)
})

test("no one can remove another user's device", async () => {
  const [ana, ben] = [await person(), await person()]
  const device = await service.subscribe()
  const { id } = (await ana.post('subscribe', device)).json()
  for (const which of [{ id }, { endpoint: device.endpoint }]) expect((await ben.post('unsubscribe', which)).statusCode).toBe(200)
  expect(await ana.facts()).toHaveLength(1)
  expect(await ben.facts()).toEqual([])
})

test('an invalid push address or key is refused, and nothing is stored', async () => {
  const ana = await person()
  const device = await service.subscribe()
  for (const endpoint of ['https://127.0.0.1/a', 'http://push.example.com/a', 'https://metadata.google.internal/a', 'https://db:5432/a']) {
    const answer = await ana.post('subscribe', { ...device, endpoint })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'pushAddressRefused'])
  }
  const keys = { ...device.keys, p256dh: device.keys.auth }
  expect((await ana.post('subscribe', { ...device, keys })).json().code).toBe('pushAddressRefused')
  for (const wrong of [{}, { endpoint: 'nonsense', keys }, { endpoint: device.endpoint }, { ...device, keys: { p256dh: '', auth: 'ä' } }])
    expect((await ana.post('subscribe', wrong)).statusCode).toBe(400)
  expect((await ana.post('unsubscribe', {})).statusCode).toBe(400)
  expect(await ana.facts()).toEqual([])
})
