import pg from 'pg'
import type { PostgresType } from 'postgres'
import postgres from 'postgres'
import type { Logger } from '../logger.ts'

export type Sql = postgres.Sql
export type TransactionSql = postgres.TransactionSql
/** A statement, or a piece of one, that may become part of another. */
export type Query<Rows extends postgres.Row[] = postgres.Row[]> = postgres.PendingQuery<Rows>

const IDLE_TRANSACTION_MILLISECONDS = 15_000

interface ConnectionOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly max?: number
  /** Session parameters, such as `synchronous_commit`. */
  readonly parameters?: Record<string, string>
}

/**
 * Parameters for connections whose statements go by an index whatever their values: each is planned once. Postgres
 * would plan most of them anew each time, which costs it as much as the answer.
 */
export const planOnce = { plan_cache_mode: 'force_generic_plan' }

/**
 * For queries and read models, where many small statements run at once. Connects when first used, and again after a
 * loss.
 */
export const connectPostgres = (url: string, { name, max = 10, parameters = {} }: ConnectionOptions): Sql =>
  postgres(url, {
    max,
    connect_timeout: 5,
    backoff: (attempt) => Math.min(0.1 * 2 ** attempt, 2),
    // A process that is paused in a transaction does not keep its locks.
    connection: { application_name: name, idle_in_transaction_session_timeout: IDLE_TRANSACTION_MILLISECONDS, ...parameters },
    onnotice: () => undefined,
    fetch_types: false,
    types: { ...arrayTypes, ...calendarTypes },
  })

/**
 * A session set up like those of a pool, for what cannot share one, such as COPY; to be ended. The pool's own `reserve`
 * waits for ever where it has to connect first.
 */
export const sessionLike = ({ options }: Sql): Sql =>
  postgres({ ...options, max: 1, onclose: undefined } as unknown as postgres.Options<never>)

/**
 * Calls back whenever one of the pool's connections has ended, for whatever reason: also when Postgres has crashed, and
 * before any new connection stands.
 */
export function whenConnectionEnds(sql: Sql, tell: () => void): void {
  sql.options.onclose = tell
}

/**
 * For what the ecosystem hands to `pg`: sessions and migrations. An idle connection that breaks is logged, not thrown.
 */
export function connectPgPool(url: string, { name, max = 5 }: ConnectionOptions, logger: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, application_name: name, max, connectionTimeoutMillis: 5_000 })
  pool.on('error', (error) => logger.warn({ err: error }, 'lost an idle Postgres connection'))
  return pool
}

/**
 * Codes of SQLSTATE classes 08, 53 and 57, of sockets, and of a transaction that was idle for too long (25P03), that
 * mean "not now" rather than "not this"; and 42P01 and 42703, a relation or a column that is not there yet because the
 * projector has not made it, or is still backfilling the version that has it.
 */
const unavailableCode =
  /^(08|53|57P|25P03|42P01|42703)|^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_\w+)$/

/** Whether an error of either client says that Postgres cannot be reached at the moment. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isPostgresUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return unavailableCode.test(code) || /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
}

/** Typed for the plain types only, and good for their arrays. */
type TypeId = Parameters<typeof pg.types.getTypeParser>[0]

/** The arrays that may go to Postgres or come from it, by the numbers that every Postgres gives them. */
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

/**
 * Array types as the `postgres` client would otherwise ask the server for at the beginning of every connection. When
 * the connection is lost at that moment, that question's error is unhandled and ends the process.
 */
const arrayTypes: Record<keyof typeof arrays, PostgresType<readonly unknown[]>> = Object.fromEntries(
  Object.entries(arrays).map(([name, array]) => [
    name,
    { to: array, from: [array], serialize: toArrayLiteral, parse: pg.types.getTypeParser(array as TypeId, 'text') },
  ]),
) as Record<keyof typeof arrays, PostgresType<readonly unknown[]>>

/** What is text already is taken for an array literal. */
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

/**
 * Instants and days come from Postgres as the strings that events, read models and answers hold: ISO 8601 in UTC to the
 * millisecond, and `YYYY-MM-DD`. The `postgres` client would make a Date of both.
 */
const calendarTypes = {
  instant: {
    to: TIMESTAMPTZ,
    from: [TIMESTAMPTZ],
    serialize: (instant: string | Date) => (instant instanceof Date ? instant.toISOString() : instant),
    parse: (text: string) => new Date(text).toISOString(),
  },
  day: { to: DATE, from: [DATE], serialize: (day: string) => day, parse: (text: string) => text },
} satisfies Record<string, PostgresType>
