import type { PostgresType } from 'postgres'

const TIMESTAMPTZ = 1184
const DATE = 1082

/**
 * Instants and days come from Postgres as the strings that events, read models and answers hold: ISO 8601 in UTC to the
 * millisecond, and `YYYY-MM-DD`. The `postgres` client would make a Date of both.
 */
export const calendarTypes = {
  instant: {
    to: TIMESTAMPTZ,
    from: [TIMESTAMPTZ],
    serialize: (instant: string | Date) => (instant instanceof Date ? instant.toISOString() : instant),
    parse: (text: string) => new Date(text).toISOString(),
  },
  day: { to: DATE, from: [DATE], serialize: (day: string) => day, parse: (text: string) => text },
} satisfies Record<string, PostgresType>
