import { dayOf } from '@medicready/domain/admin/activity'
import type { Deferral } from '@medicready/domain/admin/deferral'
import { type FigureEntry, seriesOf } from '@medicready/domain/admin/figures'
import type { Recorded } from '@medicready/domain/event'
import type { FiguresRows } from './figures-tables.ts'

/** What a fact is about: a person, a code or a session, and the tutor of that. */
interface About {
  readonly userId: string | null
  readonly subjectId: string | null
  readonly tutorId: string | null
}

/** Notes the entries that stand behind a fact, all of them in one call, and adds them to the sums of their day. */
export const note = (fact: Recorded, userId: string | null, entries: readonly FigureEntry[], rows: FiguresRows): void =>
  noteAbout(fact, { userId, subjectId: null, tutorId: null }, entries, rows)

export function noteAbout(
  { id: fact_id, type, streamName: stream, metadata }: Recorded,
  { userId: user_id, subjectId: subject_id, tutorId: tutor_id }: About,
  entries: readonly FigureEntry[],
  { figure_days, figure_entries }: FiguresRows,
): void {
  const about = { user_id, subject_id, tutor_id }
  const at = metadata.occurredAt
  const day = dayOf(at)
  for (const [place, { figure, group: grouped_by, amount }] of entries.entries()) {
    const series = seriesOf({ figure, group: grouped_by })
    const sum = figure_days.get({ series, day })?.amount ?? 0
    figure_days.set({ series, day, figure, grouped_by, amount: sum + amount })
    figure_entries.set({ fact_id, place, figure, grouped_by, amount, at, type, stream, ...about })
  }
}

/** Notes what was paid ahead, or given back of that. */
export function defer(
  { id: fact_id, type, streamName: stream, metadata }: Recorded,
  user_id: string,
  { starts, until, amount }: Deferral,
  tier: string,
  { deferrals, deferral_spans }: FiguresRows,
): void {
  if (amount === 0 || starts >= until) return
  const at = metadata.occurredAt
  const day = dayOf(at)
  deferrals.set({ fact_id, starts, until, tier, amount, day, at, type, stream, user_id })
  const span = `${starts}/${until}/${tier}/${amount}`
  const count = deferral_spans.get({ span, day })?.count ?? 0
  deferral_spans.set({ span, day, starts, until, tier, amount, count: count + 1 })
}
