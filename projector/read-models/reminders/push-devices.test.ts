import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { pushDevices } from './push-devices.ts'

const [ana, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const [phone, laptop] = ['00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000012'] as const
const at = '2026-03-01T12:00:00.000Z'
const subscribed = (userId: string, deviceId: string): Fact => ({
  type: 'PushSubscribed',
  data: { userId, deviceId, at, endpoint: `https://push.example.com/${deviceId}`, keys: { p256dh: 'k', auth: 'a' }, name: 'Firefox' },
})
const ended = (userId: string, deviceId: string): Fact => ({ type: 'PushUnsubscribed', data: { userId, deviceId, at, cause: 'expired' } })
const kept = (id: string) => ({ id, endpoint: `https://push.example.com/${id}`, name: 'Firefox', subscribedAt: at })

test('devices are listed until they are removed or their owner is erased', async () => {
  const both = [subscribed(ana, phone), subscribed(ana, laptop), subscribed(ben, phone)]
  await given(pushDevices, both).leaves({
    push_devices: [
      { user_id: ana, devices: [kept(phone), kept(laptop)] },
      { user_id: ben, devices: [kept(phone)] },
    ],
  })
  await given(pushDevices, [...both, ended(ana, phone), ended(ben, phone)]).leaves({
    push_devices: [{ user_id: ana, devices: [kept(laptop)] }],
  })
  await given(pushDevices, [...both, { type: 'AccountErased', data: { userId: ana } }]).leaves({ push_devices: [{ user_id: ben }] })
})
