import { addDays } from '@medicready/domain/calendar'
import type { Figures } from '@medicready/domain/contract/study/analytics'
import type { HeatmapDay } from '../ui/charts/heatmap-weeks.ts'

/** All days of the year in a row, those without an answer too. */
export function yearDays({ from, to, days }: Figures['year']): readonly HeatmapDay[] {
  const answered = new Map(days.map((day) => [day.date, day.answered]))
  const all: HeatmapDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) all.push({ date, count: answered.get(date) ?? 0 })
  return all
}
