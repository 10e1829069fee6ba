import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { connectPostgres } from './connection.ts'
import { copiedRows } from './copied-rows.ts'

/** PostgreSQL sends pieces of 8 KB. The size decides whether the end of a COPY and what follows it are in one. */
const PIECE = 8_192
const STEP = 16

test('after a COPY of any size its connection goes on', async () => {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'test' })
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  // More than the buffer of a stream.
  const sizes = Array.from({ length: PIECE / STEP }, (_, index) => 70_000 + index * STEP)
  const copied = await sql.begin(async (tx) => {
    const copied: number[] = []
    for (const size of sizes) {
      let bytes = 0
      for await (const chunk of await copiedRows(tx, `COPY (SELECT repeat('x', ${size})) TO STDOUT`)) bytes += chunk.length
      copied.push(bytes - 1)
    }
    return copied
  })
  expect(copied).toEqual(sizes)
})
