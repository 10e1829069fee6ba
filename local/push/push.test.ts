import { createECDH, randomBytes } from 'node:crypto'
import { type Push, PushDeferred, PushGone, PushRefused, PushSender, vapidKeysOf } from '@medicready/platform/push/push-sender'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMessage } from './message.ts'
import { type PushService, startPushService } from './start.ts'

const secret = randomBytes(32)
const vault = { purposeKey: async () => secret }
const push: Push = { content: '{"title":"Größer als sonst – 12 ✓"}', topic: 'c0ffee', seconds: 3_600, urgency: 'normal' }

let service: PushService
let sender: PushSender
beforeAll(async () => {
  service = await startPushService({ port: 0 })
  sender = new PushSender({ vault, contact: 'no-reply@medicready.example', ownService: service.url, patienceMilliseconds: 5_000 })
})
afterAll(async () => {
  sender.close()
  await service.close()
})

test('the stand-in reads the example of the standard (RFC 8291, appendix A)', () => {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(openMessage(Buffer.from(body, 'base64url'), { curve, auth })).toBe('When I grow up, I want to be a watermelon')
})

test('a browser receives the message from the sender that it subscribed to', async () => {
  const device = service.subscribe((await vapidKeysOf(vault)).publicKey)
  await sender.send(device, push)
  expect(service.taken(device)).toMatchObject([push])
})

test('the keys are the same on every request, and belong together', async () => {
  const { publicKey, privateKey } = await vapidKeysOf(vault)
  expect(await vapidKeysOf(vault)).toEqual({ publicKey, privateKey })
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  expect(curve.getPublicKey('base64url')).toBe(publicKey)
  expect((await vapidKeysOf({ purposeKey: async () => randomBytes(32) })).publicKey).not.toBe(publicKey)
})

test('a browser that subscribed to another sender accepts nothing from us', async () => {
  const others = await vapidKeysOf({ purposeKey: async () => randomBytes(32) })
  const device = service.subscribe(others.publicKey)
  await expect(sender.send(device, push)).rejects.toThrow(PushRefused)
  expect(service.taken(device)).toEqual([])
})

test.each([
  [404, PushGone],
  [410, PushGone],
  [429, PushDeferred],
  [500, PushDeferred],
  [503, PushDeferred],
  [400, PushRefused],
  [413, PushRefused],
  [301, PushRefused],
])('what the response %s means', async (status, meaning) => {
  const device = service.subscribe()
  service.behave(device, { status, times: 1 })
  await expect(sender.send(device, push)).rejects.toThrow(meaning)
  await sender.send(device, push)
  expect(service.taken(device)).toHaveLength(1)
})

test('a browser whose address is gone, a service that is silent, and one that is not there', async () => {
  const device = service.subscribe()
  service.forget(device)
  await expect(sender.send(device, push)).rejects.toThrow(PushGone)

  const slow = service.subscribe()
  service.behave(slow, { milliseconds: 60_000 })
  const impatient = new PushSender({ vault, contact: 'a@example.com', ownService: service.url, patienceMilliseconds: 50 })
  await expect(impatient.send(slow, push)).rejects.toThrow(PushDeferred)

  const nowhere = new PushSender({ vault, contact: 'a@example.com', ownService: 'http://127.0.0.1:9' })
  await expect(nowhere.send({ ...device, endpoint: 'http://127.0.0.1:9/push/a' }, push)).rejects.toThrow(PushDeferred)
})

test('nothing is sent to private networks, and nothing too long is sent at all', async () => {
  const device = service.subscribe()
  const own = new PushSender({ vault, contact: 'a@example.com' })
  await expect(own.send(device, push)).rejects.toThrow(PushRefused)
  await expect(sender.send(device, { ...push, content: 'x'.repeat(3_001) })).rejects.toThrow(PushRefused)
  expect(service.taken(device)).toEqual([])
})
