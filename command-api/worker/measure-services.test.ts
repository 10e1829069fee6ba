import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestStores } from '../testing/test-stores.ts'
import { measureServices } from './processes.ts'

const stores = await startTestStores()
const { sql } = stores
/** The read API's report about the others; null while it does not respond. */
let told: object | null
let asked = 0
let readApi: Server
let now: string

beforeAll(async () => {
  readApi = createServer((_request, response) => {
    asked += 1
    response.writeHead(told ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify(told ?? {}))
  })
  await new Promise<void>((resolve) => readApi.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  asked = 0
  await sql`TRUNCATE status.parts, status.days, status.outages`
})
afterAll(async () => {
  readApi.close()
  await stores.close()
})

const up = { edge: true, 'command-api': true, projector: true }
const measureAt = (time: string) => {
  now = `2026-03-05T${time}:00.000Z`
  const readApiUrl = `http://127.0.0.1:${(readApi.address() as AddressInfo).port}`
  return measureServices({ sql, clock: () => now, readApiUrl, signal: new AbortController().signal }, 1)
}
const parts = async () =>
  Object.fromEntries(
    (await sql`SELECT part, is_up, since FROM status.parts`).map(({ part, is_up, since }) => [part, [is_up, since.slice(11, 16)]]),
  )
const outages = async () =>
  (await sql`SELECT part, began_at, ended_at FROM status.outages ORDER BY began_at`).map(({ part, began_at, ended_at }) => [
    part,
    began_at.slice(11, 16),
    ended_at?.slice(11, 16) ?? null,
  ])

test('counts the minutes in which a part responds, and since when', async () => {
  told = up
  expect(await measureAt('12:00')).toEqual({ measured: 5, down: 0 })
  await measureAt('12:01')
  expect(await parts()).toEqual({
    answers: [true, '12:00'],
    figures: [true, '12:00'],
    mails: [true, '12:00'],
    pages: [true, '12:00'],
    progress: [true, '12:00'],
  })
  expect(await sql`SELECT DISTINCT measured, up FROM status.days`).toEqual([{ measured: 2, up: 2 }])
  expect(await outages()).toEqual([])
})

test('an outage begins after two failed checks, continues, and ends with the first response', async () => {
  told = up
  await measureAt('12:00')
  told = { ...up, 'command-api': false }
  asked = 0
  for (const time of ['12:01', '12:02']) await measureAt(time)
  expect(asked).toBe(4)
  expect((await parts()).answers).toEqual([false, '12:01'])
  told = up
  await measureAt('12:03')
  expect((await parts()).answers).toEqual([true, '12:03'])
  expect(await outages()).toEqual([['answers', '12:01', '12:03']])
  expect(await sql`SELECT measured, up FROM status.days WHERE part = 'answers'`).toEqual([{ measured: 4, up: 2 }])
})

test('while the read API does not respond, the state of the others is unknown', async () => {
  told = null
  expect(await measureAt('12:00')).toEqual({ measured: 2, down: 1 })
  expect(await parts()).toEqual({ figures: [false, '12:00'], mails: [true, '12:00'] })
})
