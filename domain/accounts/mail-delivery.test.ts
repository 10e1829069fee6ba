import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import {
  leaveAddress,
  type MailDeliveryEvent,
  type MailStop,
  mailDeliveryAggregate,
  stopDelivery,
  tryAddressAgain,
  whyStopped,
} from './mail-delivery.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const [emailHash, another] = ['a keyed hash', 'another keyed hash'] as const
const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString()
const told = (hour: number, to: Partial<MailStop> = {}): MailStop => ({
  userId,
  emailHash,
  reason: 'bounced',
  source: 'ses',
  eventId: `event ${hour}`,
  happenedAt: at(hour),
  ...to,
})
const stopped = (hour: number, to?: Partial<MailStop>): MailDeliveryEvent => ({ type: 'MailDeliveryStopped', data: told(hour, to) })
const resumed = (hour: number, cause: 'byPerson' | 'addressChanged' = 'byPerson'): MailDeliveryEvent => ({
  type: 'MailDeliveryResumed',
  data: { userId, emailHash, cause, at: at(hour) },
})
const complained = { reason: 'complained' } as const

test('each reason stops mails once, whatever is reported again and in any order', () => {
  given(mailDeliveryAggregate, [])
    .when(stopDelivery(told(1)))
    .emits([stopped(1)])
  for (const again of [told(1), told(2), told(0)])
    given(mailDeliveryAggregate, [stopped(1)])
      .when(stopDelivery(again))
      .emits([])
  given(mailDeliveryAggregate, [stopped(1)])
    .when(stopDelivery(told(2, complained)))
    .emits([stopped(2, complained)])
  for (const order of [
    [stopped(1), stopped(2, complained)],
    [stopped(2, complained), stopped(1)],
  ])
    expect(whyStopped(fold(mailDeliveryAggregate, order), emailHash)).toBe('complained')
  expect(whyStopped(fold(mailDeliveryAggregate, [stopped(1)]), another)).toBe(null)
})

test('reports from before a retry of the address do not count; later ones do', () => {
  const before = [stopped(1), resumed(5)]
  expect(whyStopped(fold(mailDeliveryAggregate, before), emailHash)).toBe(null)
  for (const old of [told(1), told(4), told(5), told(3, complained), told(1, { happenedAt: at(9) })])
    given(mailDeliveryAggregate, before).when(stopDelivery(old)).emits([])
  given(mailDeliveryAggregate, before)
    .when(stopDelivery(told(6)))
    .emits([stopped(6)])
})

test('an address is retried once a day, and a different one at once', () => {
  const again = (hour: number, hash: string = emailHash) => tryAddressAgain({ userId, emailHash: hash, now: at(hour) })
  given(mailDeliveryAggregate, []).when(again(1)).emits([])
  given(mailDeliveryAggregate, [stopped(1)])
    .when(again(2))
    .emits([resumed(2)])
  given(mailDeliveryAggregate, [stopped(1), resumed(2)])
    .when(again(3))
    .emits([])
  const twice = [stopped(1), resumed(2), stopped(3)]
  given(mailDeliveryAggregate, twice).when(again(25)).refuses('addressTriedLately')
  given(mailDeliveryAggregate, twice)
    .when(again(26))
    .emits([resumed(26)])
  const elsewhere = stopped(4, { emailHash: another })
  given(mailDeliveryAggregate, [...twice, elsewhere])
    .when(again(5, another))
    .emits([{ type: 'MailDeliveryResumed', data: { userId, emailHash: another, cause: 'byPerson', at: at(5) } }])
})

test('a new address starts with a clean record', () => {
  const leave = leaveAddress({ userId, emailHash, now: at(3) })
  given(mailDeliveryAggregate, []).when(leave).emits([])
  given(mailDeliveryAggregate, [stopped(1)])
    .when(leave)
    .emits([resumed(3, 'addressChanged')])
  // The new address had already bounced before it was known to replace the other.
  const elsewhere = stopped(2, { emailHash: another })
  given(mailDeliveryAggregate, [stopped(1), elsewhere])
    .when(leave)
    .emits([])
  expect(whyStopped(fold(mailDeliveryAggregate, [stopped(1), elsewhere]), another)).toBe('bounced')
})
