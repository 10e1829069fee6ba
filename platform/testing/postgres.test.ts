import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './postgres.ts'

test('each test file gets its own database, and dropping it ends open connections', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const client = new pg.Client({ connectionString: one.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select current_database() as name, current_setting('server_encoding') as encoding")
  expect(other.url).not.toBe(one.url)
  expect(one.url).toContain(rows[0].name)
  expect(rows[0].encoding).toBe('UTF8')
  await one.drop()
  await other.drop()
  await expect(new pg.Client({ connectionString: one.url }).connect()).rejects.toThrow('does not exist')
})
