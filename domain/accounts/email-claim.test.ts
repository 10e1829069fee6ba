import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { claimEmail, type EmailClaimEvent, emailClaimAggregate, normalizeEmail, releaseEmail } from './email-claim.ts'

const claim = { emailHash: 'hash', userId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001' }
const other = { ...claim, userId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a009' }
const claimed: EmailClaimEvent = { type: 'EmailClaimed', data: claim }
const released: EmailClaimEvent = { type: 'EmailReleased', data: claim }

test('the first request claims a free address', () => {
  given(emailClaimAggregate, []).when(claimEmail(claim)).emits([claimed])
  given(emailClaimAggregate, [claimed]).when(claimEmail(other)).emits([])
  given(emailClaimAggregate, [claimed, released])
    .when(claimEmail(other))
    .emits([{ type: 'EmailClaimed', data: other }])
})

test('an address is released once, by its owner', () => {
  given(emailClaimAggregate, [claimed]).when(releaseEmail(claim)).emits([released])
  given(emailClaimAggregate, [claimed]).when(releaseEmail(other)).emits([])
  given(emailClaimAggregate, [claimed, released]).when(releaseEmail(claim)).emits([])
  given(emailClaimAggregate, []).when(releaseEmail(claim)).emits([])
})

test('addresses ignore case and surrounding spaces', () => {
  expect(normalizeEmail('  Ana.Silva@Example.COM ')).toBe('ana.silva@example.com')
})
