import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts'
import { connectPostgres, isPostgresUnavailable, type Sql, type TransactionSql, whenConnectionEnds } from './connection.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  return () => database.drop()
})

function connect(): Sql {
  const sql = connectPostgres(database.url, { name: 'test', max: 2 })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return sql
}

/** Ends the session of a transaction and waits until its client has noticed. */
async function lose(tx: TransactionSql, sql: Sql): Promise<void> {
  const [session] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  const noticed = new Promise<void>((resolve) => whenConnectionEnds(sql, resolve))
  await sql`SELECT pg_terminate_backend(${session?.pid ?? 0})`
  await noticed
}

/** Answers nothing: of a result that breaks off, the client counts the rows to the next one. */
const endOwnSession = 'DO $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); END $$'

const losses: Record<string, (tx: TransactionSql, sql: Sql) => Promise<unknown>> = {
  'while a query runs': (tx) => tx.unsafe(endOwnSession),
  'while several queries wait': (tx) => Promise.all([tx.unsafe(endOwnSession), tx`SELECT 1`, tx.unsafe('SELECT 2')]),
  'before the next query': async (tx, sql) => {
    await lose(tx, sql)
    await tx`SELECT 1`
  },
  'before the next query, whose text is not safe': async (tx, sql) => {
    await lose(tx, sql)
    await tx.unsafe('SELECT 1')
  },
  'after the last query': lose,
  'before the work fails': async (tx, sql) => {
    await lose(tx, sql)
    throw new Error('no more')
  },
}

test.each(Object.entries(losses))('a session that is lost %s fails only its transaction', async (_, work) => {
  const sql = connect()
  const failure = await inTransaction(sql, (tx) => work(tx, sql)).catch((error: unknown) => error)
  expect(isPostgresUnavailable(failure)).toBe(true)
  // More queries at once than there are sessions: each of them is asked for. Of the lost one, the client may tell once
  // more, when it has connected again.
  const ask = () => Promise.all([1, 2, 3, 4].map((number) => sql<{ number: number }[]>`SELECT ${number}::int AS number`))
  await ask().catch((error: unknown) => expect(error).toMatchObject({ code: '57P01' }))
  expect((await ask()).map(([row]) => row?.number)).toEqual([1, 2, 3, 4])
})

test('keeps all of the work or nothing', async () => {
  const sql = connect()
  await sql`CREATE TABLE kept (name text)`
  const add = (name: string) => async (tx: TransactionSql) => {
    await tx`INSERT INTO kept VALUES (${name})`
    if (name === 'bad') throw new Error('no more')
    return name
  }
  expect(await inTransaction(sql, add('good'))).toBe('good')
  await expect(inTransaction(sql, add('bad'))).rejects.toThrow('no more')
  expect([...(await sql`SELECT name FROM kept`)]).toEqual([{ name: 'good' }])
  await expect(inTransaction(sql, add('ugly'), 'read only')).rejects.toThrow('read-only')
})
