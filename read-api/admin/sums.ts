import { deferredAfter } from '@medicready/domain/admin/deferral'
import type { AdminFigure, ReviewFigure } from '@medicready/domain/admin/shown/figure-names'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { deferredSpans, type FigureSum, figureSums, monthlyFigureSums } from '@medicready/projector/read-models/admin/figure-queries'
import { defineQuery } from '@medicready/projector/read-models/query'

/** Figures are sums over days, independent of the number of students. */

type SummedFigure = AdminFigure | ReviewFigure

function sumsIn(sums: readonly FigureSum[]) {
  const of = (figure: SummedFigure, group?: string): number =>
    sums.reduce((sum, one) => (one.figure === figure && (group === undefined || one.grouped_by === group) ? sum + one.amount : sum), 0)
  const each = <Figure extends SummedFigure>(figures: readonly Figure[]) =>
    Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as Record<Figure, number>
  return { of, each }
}
export type Sums = Pick<ReturnType<typeof sumsIn>, 'of'>

export function averageRating(sums: Sums): number | null {
  const ratings = sums.of('ratings')
  return ratings > 0 ? Math.round((100 * sums.of('stars')) / ratings) / 100 : null
}

export const sumsOf = defineQuery(
  [figureSums],
  async (sql, figures: readonly SummedFigure[], days: { readonly from?: CalendarDay | undefined; readonly to: CalendarDay }) =>
    sumsIn(await figureSums(sql, { figures, ...days })),
)

export const monthlySums = defineQuery(
  [monthlyFigureSums],
  async (
    sql,
    figures: readonly SummedFigure[],
    days: { readonly from: CalendarDay; readonly to: CalendarDay },
  ): Promise<ReadonlyMap<string, Sums>> => {
    const rows = await monthlyFigureSums(sql, { figures, ...days })
    return new Map([...Map.groupBy(rows, ({ month }) => month)].map(([month, own]) => [month, sumsIn(own)]))
  },
)

export function monthsUpTo(day: CalendarDay, count: number): string[] {
  const last = 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1
  return Array.from({ length: count }, (_, index) => {
    const month = last - count + 1 + index
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

export const firstOf = (month: string): CalendarDay => `${month}-01`

export const monthsBetween = (from: string, to: string): number =>
  12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

export const deferredOn = defineQuery([deferredSpans], async (sql, day: CalendarDay): Promise<ReadonlyMap<string, number>> => {
  const sums = new Map<string, number>()
  for (const { tier, count, ...deferral } of await deferredSpans(sql, day))
    sums.set(tier, (sums.get(tier) ?? 0) + count * deferredAfter(deferral, day))
  return sums
})
