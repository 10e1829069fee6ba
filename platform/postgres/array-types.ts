import pg from 'pg'
import type { PostgresType } from 'postgres'

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
 * the connection is lost at that moment, that question's error is caught by nobody and ends the process.
 */
export const arrayTypes: Record<keyof typeof arrays, PostgresType<readonly unknown[]>> = Object.fromEntries(
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
