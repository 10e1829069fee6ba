import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RowOf } from '../definition.ts'
import { defineQuery, type PageAfter } from '../query.ts'
import { figures } from './figures.ts'
import type { figuresTables } from './figures-tables.ts'
import { BEFORE_ALL_DAYS } from './learning.ts'

export type FigureSum = Pick<RowOf<typeof figuresTables.figure_days>, 'figure' | 'grouped_by' | 'amount'>

export interface Days {
  readonly from?: CalendarDay | undefined
  readonly to: CalendarDay
}
type Figures = { readonly figures: readonly string[] }

export const figureSums = defineQuery(
  [figures],
  (sql, { figures, from, to }: Figures & Days) => sql<FigureSum[]>`
    SELECT figure, grouped_by, sum(amount)::float8 AS amount FROM read.figure_days
    WHERE figure = ANY(${figures as string[]}) AND day <= ${to} ${from === undefined ? sql`` : sql`AND day >= ${from}`}
    GROUP BY figure, grouped_by`,
)

export const monthlyFigureSums = defineQuery(
  [figures],
  (sql, { figures, from, to }: Figures & Days & { readonly from: CalendarDay }) => sql<(FigureSum & { readonly month: string })[]>`
    SELECT figure, grouped_by, to_char(day, 'YYYY-MM') AS month, sum(amount)::float8 AS amount FROM read.figure_days
    WHERE figure = ANY(${figures as string[]}) AND day BETWEEN ${from} AND ${to}
    GROUP BY figure, grouped_by, month`,
)

export const dailyFigures = defineQuery(
  [figures],
  (sql, { figures, from, to }: Figures & Days & { readonly from: CalendarDay }) => sql<
    (FigureSum & Pick<RowOf<typeof figuresTables.figure_days>, 'day'>)[]
  >`
    SELECT day, figure, grouped_by, amount FROM read.figure_days
    WHERE figure = ANY(${figures as string[]}) AND day BETWEEN ${from} AND ${to} ORDER BY day DESC`,
)

/** No payment covers more days. */
const LONGEST_PERIOD_DAYS = 400

const isDeferred = defineQuery(
  [],
  (sql, day: CalendarDay) => sql`until > ${day} AND until <= ${addDays(day, LONGEST_PERIOD_DAYS)} AND day <= ${day}`,
)

export const deferredSpans = defineQuery(
  [figures, isDeferred],
  (sql, day: CalendarDay) => sql<Omit<RowOf<typeof figuresTables.deferral_spans>, 'span' | 'day'>[]>`
    SELECT starts, until, tier, amount, sum(count)::int AS count FROM read.deferral_spans
    WHERE ${isDeferred(sql, day)} GROUP BY starts, until, tier, amount`,
)

type Entry = RowOf<typeof figuresTables.figure_entries>

export type FigureFactRow = Pick<Entry, 'place' | 'at' | 'type' | 'stream' | 'amount' | 'grouped_by' | 'user_id'> & { readonly id: string }

export interface PartOfFigure {
  readonly from?: CalendarDay | undefined
  readonly group?: string | undefined
  readonly userId?: string | undefined
  readonly subjectId?: string | undefined
  readonly tutorId?: string | undefined
}
export interface PartOn extends PartOfFigure {
  readonly day: CalendarDay
  readonly end: string
}
type Named = { readonly figure: string }

const entries = defineQuery(
  [figures],
  (sql, { figure, from = BEFORE_ALL_DAYS, end, group, userId, subjectId, tutorId }: PartOn & Named) => sql`
    read.figure_entries
    WHERE figure = ${figure} AND at >= ${`${from}T00:00:00.000Z`} AND at < ${end}
      ${group === undefined ? sql`` : sql`AND grouped_by = ${group}`} ${userId === undefined ? sql`` : sql`AND user_id = ${userId}`}
      ${subjectId === undefined ? sql`` : sql`AND subject_id = ${subjectId}`} ${tutorId === undefined ? sql`` : sql`AND tutor_id = ${tutorId}`}`,
)

export const sumOfEntries = defineQuery(
  [entries],
  (sql, part: PartOn & Named) => sql<{ readonly sum: number }[]>`
    SELECT coalesce(sum(amount), 0)::int AS sum FROM ${entries(sql, part)}`,
)

export const figureEntries = defineQuery(
  [entries],
  (sql, { after, limit, ...part }: PartOn & Named & PageAfter<readonly [string, string, number]>) => sql<FigureFactRow[]>`
    SELECT fact_id AS id, place, at, type, stream, amount, grouped_by, user_id FROM ${entries(sql, part)}
      ${after ? sql`AND (at, fact_id, place) < (${after[0]}, ${after[1]}::uuid, ${after[2]})` : sql``}
    ORDER BY at DESC, fact_id DESC, place DESC LIMIT ${limit}`,
)

export const deferredPayments = defineQuery(
  [figures, isDeferred],
  (sql, { day, group, after, limit }: PartOn & PageAfter) => sql<
    (FigureFactRow & Pick<RowOf<typeof figuresTables.deferrals>, 'starts' | 'until'>)[]
  >`
    SELECT fact_id AS id, 0 AS place, at, type, stream, amount, tier AS grouped_by, user_id, starts, until FROM read.deferrals
    WHERE ${isDeferred(sql, day)} ${group === undefined ? sql`` : sql`AND tier = ${group}`}
      ${after ? sql`AND (until, fact_id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY until, fact_id LIMIT ${limit}`,
)
