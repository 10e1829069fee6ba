import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { type PolicyNoticeEvent, policyNoticesAggregate, recordTold, seePolicyChange, untold } from './policy.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const [refund, terms] = [{ document: 'refund', version: 2 } as const, { document: 'terms', version: 2 } as const]
const told = (...policies: (typeof refund | typeof terms)[]): PolicyNoticeEvent => ({
  type: 'PolicyChangeTold',
  data: { userId, policies, isMailed: true },
})

test('everyone is told once of each change', () => {
  given(policyNoticesAggregate, [])
    .when(recordTold(userId, [refund, terms], true))
    .emits([told(refund, terms)])
  given(policyNoticesAggregate, [told(refund)])
    .when(recordTold(userId, [refund, terms], true))
    .emits([told(terms)])
  given(policyNoticesAggregate, [told(refund, terms)])
    .when(recordTold(userId, [refund, terms], true))
    .emits([])
  expect(untold(fold(policyNoticesAggregate, [told(refund)]), [refund, terms, { ...refund, version: 3 }])).toEqual([
    terms,
    { ...refund, version: 3 },
  ])
})

test('the banner of a version is dismissed once', () => {
  const seen: PolicyNoticeEvent = { type: 'PolicyChangeSeen', data: { userId, ...refund } }
  given(policyNoticesAggregate, [told(refund)])
    .when(seePolicyChange(userId, refund))
    .emits([seen])
  given(policyNoticesAggregate, [seen]).when(seePolicyChange(userId, refund)).emits([])
  given(policyNoticesAggregate, [seen])
    .when(seePolicyChange(userId, { ...refund, version: 3 }))
    .emits([{ type: 'PolicyChangeSeen', data: { userId, document: 'refund', version: 3 } }])
})
