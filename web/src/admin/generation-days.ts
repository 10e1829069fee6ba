import type { CallsOf } from '@medicready/domain/contract/contract'

type Generation = CallsOf<'GET /api/admin/generation'>['response']
type Reason = Generation['days'][number]['rejected'][number]['reason']

export const reasonWords: Record<Reason, string> = {
  malformed: 'Not in the right form',
  refused: 'The model declined',
  lint: 'Broke a rule of the bank',
  near_duplicate: 'Too like another question',
  blind_reader_disagrees: 'A blind reader chose another answer',
  blind_reader_defends_another: 'A second answer could be defended',
  guessable_without_stem: 'Found without its stem',
  call_failed: 'The service did not answer',
}

export interface GenerationTotals {
  readonly attempts: number
  readonly accepted: number
  readonly calls: number
  /** US dollars. */
  readonly cost: number
  /** Most frequent first. */
  readonly rejected: readonly { readonly reason: Reason; readonly count: number }[]
}

/** What the days come to together. */
export function totalsOf(days: Generation['days']): GenerationTotals {
  const rejected = new Map<Reason, number>()
  let [attempts, accepted, calls, cost] = [0, 0, 0, 0]
  for (const day of days) {
    attempts += day.attempts
    accepted += day.accepted
    calls += day.calls
    cost += day.cost
    for (const { reason, count } of day.rejected) rejected.set(reason, (rejected.get(reason) ?? 0) + count)
  }
  return {
    attempts,
    accepted,
    calls,
    cost,
    rejected: [...rejected].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
  }
}
