import { EventStoreDBClient } from '@eventstore/db-client'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { startTestEventStore, type TestEventStore } from '../testing/event-store.ts'
import { quietLogger } from '../testing/quiet-logger.ts'
import { grantUsers } from './users.ts'

const standInAlone = inject('eventStoreIsStandIn') ? test : test.skip
const passwords = { 'command-api': 'a'.repeat(16), worker: 'b'.repeat(16), projector: 'c'.repeat(16) }

let store: TestEventStore
let client: EventStoreDBClient

beforeEach(async () => {
  store = await startTestEventStore()
  client = EventStoreDBClient.connectionString(store.url)
})
afterEach(async () => {
  await client.dispose()
  await store.close()
})

async function typesIn(stream: string): Promise<string[]> {
  const types: string[] = []
  for await (const { event } of client.readStream(stream)) types.push(event?.type ?? '')
  return types
}

standInAlone('the stand-in alone: each service gets a user who may append or read, and none the rights of an administrator', async () => {
  await grantUsers(store.url, passwords, quietLogger)
  for (const name of ['command_api', 'worker', 'projector']) expect(await typesIn(`$user-medicready_${name}`)).toEqual(['$UserCreated'])
  const settings: unknown[] = []
  for await (const { event } of client.readStream('$settings')) settings.push(event?.data)
  expect(settings).toEqual([
    {
      $userStreamAcl: {
        $r: ['medicready_command_api', 'medicready_worker', 'medicready_projector'],
        $w: ['medicready_command_api', 'medicready_worker'],
        $d: '$admins',
        $mr: '$admins',
        $mw: '$admins',
      },
      $systemStreamAcl: { $r: '$admins', $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' },
    },
  ])
  expect((await client.getStreamMetadata('$all')).metadata?.acl).toEqual({ readRoles: ['medicready_worker', 'medicready_projector'] })
})

standInAlone('the stand-in alone: a second set-up gives the passwords again and changes nothing else', async () => {
  await grantUsers(store.url, passwords, quietLogger)
  await grantUsers(store.url, { worker: 'd'.repeat(16) }, quietLogger)
  expect(await typesIn('$user-medicready_worker')).toEqual(['$UserCreated', '$PasswordChanged'])
  expect(await typesIn('$user-medicready_projector')).toEqual(['$UserCreated'])
  expect(await typesIn('$settings')).toHaveLength(1)
  expect(await typesIn('$$$all')).toHaveLength(1)
})
