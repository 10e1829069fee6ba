import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { MOST_PUSH_DEVICES, type PushDeviceEvent, pushDevicesAggregate, type Subscribing, subscribe, unsubscribe } from './push-devices.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const at = '2026-03-01T12:00:00.000Z'
const idOf = (index: number) => `00000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`
const device = (index: number): Subscribing => ({
  userId,
  at,
  deviceId: idOf(index),
  endpoint: `https://push.example.com/${index}`,
  keys: { p256dh: `key ${index}`, auth: `secret ${index}` },
  name: 'Firefox on Linux',
})
const subscribed = (index: number, other: Partial<Subscribing> = {}): PushDeviceEvent => {
  const { replaces: _, ...data } = { ...device(index), ...other }
  return { type: 'PushSubscribed', data }
}
const ended = (index: number, cause: 'byPerson' | 'expired' | 'replaced'): PushDeviceEvent => ({
  type: 'PushUnsubscribed',
  data: { userId, deviceId: idOf(index), at, cause },
})

test('a browser is subscribed once, whatever id it comes with', () => {
  given(pushDevicesAggregate, [])
    .when(subscribe(device(1)))
    .emits([subscribed(1)])
  given(pushDevicesAggregate, [subscribed(1)])
    .when(subscribe({ ...device(1), deviceId: idOf(2) }))
    .emits([])
  given(pushDevicesAggregate, [subscribed(1)])
    .when(subscribe(device(2)))
    .emits([subscribed(2)])
})

test('new keys or a new address replace the former ones', () => {
  const keys = { p256dh: 'another', auth: 'another' }
  given(pushDevicesAggregate, [subscribed(1)])
    .when(subscribe({ ...device(1), deviceId: idOf(2), keys }))
    .emits([ended(1, 'replaced'), subscribed(1, { deviceId: idOf(2), keys })])
  given(pushDevicesAggregate, [subscribed(1), subscribed(2)])
    .when(subscribe({ ...device(3), replaces: device(1).endpoint }))
    .emits([ended(1, 'replaced'), subscribed(3)])
})

test('one device above the limit replaces the oldest', () => {
  const all = Array.from({ length: MOST_PUSH_DEVICES }, (_, index) => subscribed(index))
  given(pushDevicesAggregate, all)
    .when(subscribe(device(20)))
    .emits([ended(0, 'replaced'), subscribed(20)])
})

test('a device ends by its id or its address, once, and no other does', () => {
  const of = { userId, at, cause: 'byPerson' } as const
  given(pushDevicesAggregate, [subscribed(1), subscribed(2)])
    .when(unsubscribe(of, { deviceId: idOf(1) }))
    .emits([ended(1, 'byPerson')])
  given(pushDevicesAggregate, [subscribed(1), subscribed(2)])
    .when(unsubscribe(of, { endpoint: device(2).endpoint }))
    .emits([ended(2, 'byPerson')])
  given(pushDevicesAggregate, [subscribed(1), ended(1, 'expired')])
    .when(unsubscribe(of, { deviceId: idOf(1) }))
    .emits([])
})

test('nothing remains to write to after erasure', () => {
  const erased: PushDeviceEvent = {
    type: 'PushSubscribed',
    data: { userId, deviceId: idOf(1), at, endpoint: null, keys: null, name: null },
  }
  expect(fold(pushDevicesAggregate, [erased])).toEqual([])
})
