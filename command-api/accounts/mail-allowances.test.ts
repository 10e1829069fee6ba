import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AskedMailKind, MailAllowances, mailAsked } from './mail-allowances.ts'

const MOST = 10

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
let allowances: MailAllowances
beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
  allowances = new MailAllowances(sql, async (email) => email, MOST)
})
beforeEach(() => sql`TRUNCATE auth.asked_mails`)
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const at = (time: string) => `2026-03-01T${time}.000Z`
const take = (kind: AskedMailKind, now = at('12:00:00'), mailId = uuidV4(), email = `${mailId}@example.com`) =>
  allowances.take({ kind, email, mailId, now, mayWaitSeconds: 0 })

test('mails to unverified addresses are limited per hour, regardless of how many ask at once', async () => {
  const taken = await Promise.all(Array.from({ length: 4 * MOST }, (_, index) => take(index % 2 ? 'verification' : 'contact')))
  expect(taken.filter(({ mailAt }) => mailAt !== null)).toHaveLength(MOST)
  const refused = await take('verification', at('12:20:00'))
  expect(refused).toEqual({ mailAt: null, askAgainAt: at('13:00:00'), isHourFull: true })
  expect(mailAsked(refused, 'Sent.', at('12:20:00'))).toMatchObject({
    success: false,
    message: 'We are sending a lot of email right now. You can ask for your email in 40 minutes.',
  })
  expect((await take('passwordReset')).mailAt).toBe(at('12:00:00'))
  expect((await take('verification', at('13:00:00'))).mailAt).toBe(at('13:00:00'))
})

test('a mail is not counted twice', async () => {
  const mailId = uuidV4()
  for (let time = 0; time < MOST; time++) await take('verification', at('12:00:00'), mailId)
  expect((await take('contact')).mailAt).toBe(at('12:00:00'))
})
