import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate } from './account.ts'
import { changeEmail, requestEmailChange } from './settings.ts'
import { accountRegistered, emailVerified } from './testing/account-facts.ts'

const id = (last: number) => `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a00${last}`
const userId = id(1)
const [changeId, otherChange] = [id(2), id(3)]
const email = 'ana.silva@example.com'
const former = 'ana@example.com'
const noon = '2026-03-01T12:00:00.000Z'
const nextNoon = '2026-03-02T12:00:00.000Z'
const hashes = { emailHash: 'new', formerEmailHash: 'former' }

const verified = [accountRegistered(userId, { email: former }), emailVerified(userId)]
const asked = (change = changeId): AccountEvent => ({
  type: 'EmailChangeRequested',
  data: { userId, changeId: change, email, expiresAt: nextNoon },
})
const changed: AccountEvent = { type: 'EmailChanged', data: { userId, changeId, email, formerEmail: former, ...hashes } }

test('an account with a verified address can request another one', () => {
  const ask = (wanted: string) => requestEmailChange({ changeId, email: wanted, now: noon })
  given(accountAggregate, verified).when(ask(email)).emits([asked()])
  given(accountAggregate, verified).when(ask(former)).refuses('emailUnchanged')
  given(accountAggregate, verified.slice(0, 1)).when(ask(email)).refuses('conflict')
})

test('the latest link changes the address once, before it expires; until then the address stays', () => {
  const follow = (now: string) => changeEmail({ changeId, now, ...hashes })
  expect(fold(accountAggregate, [...verified, asked()])).toMatchObject({ email: former })
  given(accountAggregate, [...verified, asked()])
    .when(follow(noon))
    .emits([changed])
  expect(fold(accountAggregate, [...verified, asked(), changed])).toMatchObject({ email, emailChange: null })
  given(accountAggregate, [...verified, asked()])
    .when(follow(nextNoon))
    .refuses('mailLinkInvalid')
  given(accountAggregate, [...verified, asked(), asked(otherChange)])
    .when(follow(noon))
    .refuses('mailLinkInvalid')
  given(accountAggregate, [...verified, asked(), changed])
    .when(follow(noon))
    .refuses('mailLinkInvalid')
  given(accountAggregate, verified).when(follow(noon)).refuses('mailLinkInvalid')
})
