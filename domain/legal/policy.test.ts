import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { PolicyRefused, type PublishedPolicy, policyAggregate, publishPolicies } from './policy.ts'

const first: PublishedPolicy = {
  document: 'refund',
  version: 1,
  title: 'Refund Policy',
  description: 'When you get money back.',
  changes: 'First version.',
  lastUpdated: '2025-01-01',
  effectiveDate: '2025-01-01',
  text: 'The text.',
  hash: 'a'.repeat(64),
}
const second = { ...first, version: 2, changes: 'More days.', lastUpdated: '2026-03-01', effectiveDate: '2026-03-31', hash: 'b'.repeat(64) }
const published = (data: PublishedPolicy) => ({ type: 'PolicyPublished', data }) as const

const today = '2026-03-01'

test('new versions are published once', () => {
  given(policyAggregate, [])
    .when(publishPolicies([first], today))
    .emits([published(first)])
  given(policyAggregate, [published(first)])
    .when(publishPolicies([first], today))
    .emits([])
  given(policyAggregate, [published(first)])
    .when(publishPolicies([first, second], today))
    .emits([published(second)])
})

test('a version that is gone from the files stays published', () => {
  given(policyAggregate, [published(first), published(second)])
    .when(publishPolicies([first], today))
    .emits([])
})

test('a text changed after publication is refused, and the message names it', () => {
  const state = fold(policyAggregate, [published(first)])
  const altered = () => publishPolicies([{ ...first, hash: 'c'.repeat(64) }, second], today)(state)
  expect(altered).toThrow(PolicyRefused)
  expect(altered).toThrow('domain/legal/documents/refund/v1.md is not the text that was published')
})

test('a change is published as early as the policies promise, unless no earlier version applies to anyone', () => {
  const state = fold(policyAggregate, [published(first)])
  expect(() => publishPolicies([first, second], '2026-03-02')(state)).toThrow(
    'Published today, it can take effect on 2026-04-01 at the earliest',
  )
  given(policyAggregate, [])
    .when(publishPolicies([first, second], '2026-03-02'))
    .emits([published(first), published(second)])
})
