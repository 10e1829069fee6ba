import type { PublishedPolicy } from '@medicready/domain/legal/policy'
import { type legalDocumentIds, legalDocuments } from '@medicready/domain/legal/shown/legal-documents'
import { policiesOf } from '@medicready/platform/legal/read-legal-text'
import { everyFact } from '@medicready/platform/testing/event-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownContext } from '../command-context.ts'
import { Commands } from '../commands.ts'
import { startTestStores } from '../testing/test-stores.ts'
import { publishPolicies } from './policies.ts'

let stores: Awaited<ReturnType<typeof startTestStores>>
beforeAll(async () => {
  stores = await startTestStores()
})
afterAll(() => stores.close())

const context = () => ownContext('setup', () => '2026-03-01T09:00:00.000Z')
/** A start: a new process without a cache. */
const start = (filesOf = policiesOf) => publishPolicies({ commands: new Commands(stores.eventStore) }, context(), filesOf)
const editions = Object.entries(legalDocuments).flatMap(([id, { version }]) =>
  Array.from({ length: version }, (_, index) => `policy-${id} ${index + 1}`),
)
const published = async () =>
  (await everyFact(stores.eventStore)).flatMap(({ type, data, streamName }) =>
    type === 'PolicyPublished' ? [`${streamName} ${data.version}`] : [],
  )

test('every version is published once, even if a start is interrupted, repeated or runs twice at once', async () => {
  const dies = (id: (typeof legalDocumentIds)[number]): PublishedPolicy[] => {
    if (id === 'copyright') throw new Error('The power went')
    return policiesOf(id)
  }
  await expect(start(dies)).rejects.toThrow('The power went')
  expect((await published()).length).toBeGreaterThan(0)
  await Promise.all([start(), start()])
  expect(await start()).toEqual({ published: 0 })
  expect(await published()).toEqual(editions)
})

test('a changed file of a published version stops the start and publishes nothing', async () => {
  const altered = (id: (typeof legalDocumentIds)[number]): PublishedPolicy[] =>
    policiesOf(id).map((policy) => (id === 'dmca' ? { ...policy, text: `${policy.text}\nMore.`, hash: '0'.repeat(64) } : policy))
  await expect(start(altered)).rejects.toThrow('domain/legal/documents/dmca/v1.md is not the text that was published')
  expect(await published()).toEqual(editions)
})
