import pg from 'pg'
import type { PostgresType } from 'postgres'
import postgres from 'postgres'
import type { Logger } from '../logger.ts'
import { poolWaits } from './pool-waits.ts'

export type Sql = postgres.Sql
export type TransactionSql = postgres.TransactionSql
export type Query<Rows extends postgres.Row[] = postgres.Row[]> = postgres.PendingQuery<Rows>

const IDLE_TRANSACTION_MILLISECONDS = 15_000

interface ConnectionOptions {
  readonly name: string
  readonly max?: number
  readonly parameters?: Record<string, string>
}

/** For statements that always use an index: planned once, because planning each time costs as much as the answer. */
export const planOnce = { plan_cache_mode: 'force_generic_plan' }

export const connectPostgres = (url: string, { name, max = 10, parameters = {} }: ConnectionOptions): Sql =>
  withSafeTransactions(
    postgres(url, {
      max,
      connect_timeout: 5,
      backoff: (attempt) => Math.min(0.1 * 2 ** attempt, 2),
      // A process that is paused in a transaction does not keep its locks.
      connection: { application_name: name, idle_in_transaction_session_timeout: IDLE_TRANSACTION_MILLISECONDS, ...parameters },
      onnotice: () => undefined,
      fetch_types: false,
      types: { ...arrayTypes, ...calendarTypes },
    }),
  )

/** For what cannot share a session, such as COPY. The pool's own `reserve` waits forever if it has to connect. */
export const sessionLike = ({ options }: Sql): Sql =>
  withSafeTransactions(postgres({ ...options, max: 1, onclose: undefined } as unknown as postgres.Options<never>))

type Work = (transaction: TransactionSql) => unknown
const never = new Promise<never>(() => undefined)

/**
 * After a failed transaction the client writes `rollback` even if the connection has ended, which ends the process. In
 * that case `begin` rejects without waiting for the work, so the work stays open.
 */
function withSafeTransactions(sql: Sql): Sql {
  const begin = sql.begin as (...given: (string | Work)[]) => Promise<unknown>
  const safely =
    (work: Work): Work =>
    async (transaction) => {
      try {
        const result = work(transaction)
        return await (Array.isArray(result) ? Promise.all(result) : result)
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'CONNECTION_CLOSED') return never
        throw error
      }
    }
  const pool = String(sql.options.connection.application_name)
  return Object.assign(sql, {
    begin: (...given: (string | Work)[]) => {
      const endWait = poolWaits.startTimer({ pool })
      const afterWait = (work: Work) => (transaction: TransactionSql) => {
        endWait()
        return work(transaction)
      }
      return begin(...given.map((each) => (typeof each === 'string' ? each : safely(afterWait(each)))))
    },
  })
}

/** Called for any reason, also when Postgres has crashed, before a new connection exists. */
export function whenConnectionEnds(sql: Sql, tell: () => void): void {
  sql.options.onclose = tell
}

/** For libraries that need `pg`. A broken idle connection is logged, not thrown. */
export function connectPgPool(url: string, { name, max = 5 }: ConnectionOptions, logger: Logger): pg.Pool {
  const pool = new MeasuredPool({ connectionString: url, application_name: name, max, connectionTimeoutMillis: 5_000 })
  pool.on('error', (error) => logger.warn({ err: error }, 'lost an idle Postgres connection'))
  return pool
}

type Connected = Parameters<pg.Pool['connect']>[0]

class MeasuredPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const endWait = poolWaits.startTimer({ pool: this.options.application_name ?? '' })
    if (!connected) return super.connect().finally(endWait)
    super.connect((...answer) => {
      endWait()
      connected(...answer)
    })
    return undefined
  }
}

/**
 * "Not now": classes 08, 53, 57, sockets, idle transactions, read models that are not built yet, and a replica that
 * cancels a query to catch up (40001).
 */
const unavailableCode =
  /^(08|53|57P|25P03|40001|42P01|42703)|^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_\w+)$/

export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isPostgresUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return unavailableCode.test(code) || /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
}

/** Typed for plain types only, but works for their arrays. */
type TypeId = Parameters<typeof pg.types.getTypeParser>[0]

/** Fixed OIDs in every Postgres. */
const arrays = {
  boolArray: 1000,
  int2Array: 1005,
  int4Array: 1007,
  textArray: 1009,
  varcharArray: 1015,
  int8Array: 1016,
  float8Array: 1022,
  dateArray: 1182,
  timestamptzArray: 1185,
  uuidArray: 2951,
} as const

/** The client would otherwise query these on every connection; losing it then ends the process. */
const arrayTypes: Record<keyof typeof arrays, PostgresType<readonly unknown[]>> = Object.fromEntries(
  Object.entries(arrays).map(([name, array]) => [
    name,
    { to: array, from: [array], serialize: toArrayLiteral, parse: pg.types.getTypeParser(array as TypeId, 'text') },
  ]),
) as Record<keyof typeof arrays, PostgresType<readonly unknown[]>>

/** Text is taken for an array literal. */
function toArrayLiteral(values: readonly unknown[] | string): string {
  return typeof values === 'string' ? values : `{${values.map(toElement).join(',')}}`
}

function toElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

const TIMESTAMPTZ = 1184
const DATE = 1082

/** Instants and days stay strings: ISO 8601 in UTC to the millisecond, and `YYYY-MM-DD`. */
const calendarTypes = {
  instant: {
    to: TIMESTAMPTZ,
    from: [TIMESTAMPTZ],
    serialize: (instant: string | Date) => (instant instanceof Date ? instant.toISOString() : instant),
    parse: (text: string) => new Date(text).toISOString(),
  },
  day: { to: DATE, from: [DATE], serialize: (day: string) => day, parse: (text: string) => text },
} satisfies Record<string, PostgresType>
