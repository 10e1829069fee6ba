import { ownContext } from '@medicready/command-api/command-context'
import { publishPolicies } from '@medicready/command-api/legal/policies'
import { AGREEMENT_STATEMENT } from '@medicready/domain/accounts/shown/rules'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { PublishedPolicy } from '@medicready/domain/legal/policy'
import { agreedDocuments, type LegalDocumentId } from '@medicready/domain/legal/shown/legal-documents'
import { policiesOf } from '@medicready/platform/legal/read-legal-text'
import { expect, test } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

/** What people agree to, and how they hear of another version before it holds. */

/** The mail server takes none for this address; for the next time only, where it is `once`. */
let refusal: { address: string; code: number } | null = null

const backend = await ownBackend({
  answersMail: (step, address) => (step === 'RCPT TO' && address === refusal?.address ? refusal.code : null),
})
const [ana, ben, refused] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn()]
/** From whom our mails came back, and who has called one spam. */
const [unreached, complaining] = [await backend.signedIn(), await backend.signedIn()]
await backend.bounced(unreached.email)
await backend.bounced(complaining.email, 'SpamComplaint')

const holdsFrom = addDays(new Date().toISOString().slice(0, 10), 31)
/** The documents as they are, with a second version of the refund policy. */
const withSecond = (id: LegalDocumentId): PublishedPolicy[] => {
  const files = policiesOf(id)
  const [first] = files
  if (id !== 'refund' || !first) return files
  const next = { version: 2, lastUpdated: holdsFrom, effectiveDate: holdsFrom, changes: 'Refunds take three days.', hash: 'b'.repeat(64) }
  return [first, { ...first, ...next, text: first.text.replace('version: 1', 'version: 2') }]
}
const notices = async ({ token }: SignedIn) => (await backend.send('GET /api/user/policy-notices', { token })).json()
const noticesTo = (person: SignedIn) => backend.lettersTo(person).filter(({ messageId }) => messageId.startsWith('policies.'))

test('a registration records which versions of which documents were agreed to', async () => {
  const body = {
    email: 'cleo@example.org',
    password: 'correct horse',
    firstName: 'Cleo',
    lastName: 'Moss',
    timeZone: 'UTC',
    agreedTo: { statement: AGREEMENT_STATEMENT },
  }
  expect((await backend.send('POST /api/auth/register', { body })).statusCode).toBe(201)
  const [fact] = await backend.factsOf('PoliciesAgreed')
  expect(fact?.streamName).toMatch(/^account-/)
  expect(fact?.data).toMatchObject({
    statement: AGREEMENT_STATEMENT,
    policies: agreedDocuments.map((document) => ({ document, version: 1 })),
  })
  const [registered] = (await backend.factsOf('AccountRegistered')).filter(({ streamName }) => streamName === fact?.streamName)
  expect(registered?.data).toMatchObject({ agreedTo: { statement: AGREEMENT_STATEMENT, version: '2025-01-01' } })
})

test('before anything changes, no one is notified', async () => {
  expect(await backend.runJob('policy-changes')).toEqual({ told: 0, deferred: 0 })
  expect(await notices(ana)).toEqual([])
})

test('everyone is told once of a new version, whatever is interrupted, and sees the banner until they dismiss it', async () => {
  await publishPolicies(backend.deps, ownContext('test', backend.clock), withSecond)
  refusal = { address: ben.email, code: 450 }
  expect(await backend.runJob('policy-changes')).toEqual({ told: 4, deferred: 1 })
  refusal = { address: refused.email, code: 550 }
  // Only users who have not been told yet are told.
  expect(await backend.runJob('policy-changes')).toEqual({ told: 1, deferred: 0 })
  expect(await backend.runJob('policy-changes')).toEqual({ told: 0, deferred: 0 })
  for (const person of [ana, ben, refused, complaining]) expect(noticesTo(person)).toHaveLength(1)
  expect(noticesTo(unreached)).toEqual([])
  expect(noticesTo(ana)[0]?.message).toContain('30 days before a policy changes')
  expect(await backend.factsOf('PolicyChangeTold')).toHaveLength(5)

  const announced = { document: 'refund', version: 2, changes: 'Refunds take three days.', effectiveDate: holdsFrom }
  for (const person of [ana, unreached]) expect(await notices(person)).toMatchObject([announced])
  const put = () => backend.send('POST /api/user/policy-notices/seen', { token: ana.token, body: { document: 'refund', version: 2 } })
  expect((await put()).statusCode).toBe(200)
  expect((await put()).statusCode).toBe(200)
  expect(await backend.factsOf('PolicyChangeSeen')).toHaveLength(1)
  expect(await notices(ana)).toEqual([])
  expect(await notices(ben)).toMatchObject([announced])
})

test('both versions can be read before the second takes effect, and after that nothing is announced', async () => {
  const version = async (query: string) =>
    (await backend.done('GET /api/legal/documents/{id}', { at: `/api/legal/documents/refund${query}` })).version
  expect([await version(''), await version('?version=1')]).toEqual([1, 1])
  backend.pass(32 * 24 * 3_600_000)
  expect(await notices(ben)).toEqual([])
  expect(await backend.runJob('policy-changes')).toEqual({ told: 0, deferred: 0 })
})
