import { EXPORT_HOURS } from '@medicready/domain/accounts/personal-data-rules'
import { hoursAfter } from '@medicready/domain/calendar'
import type { WorkerParts } from '../../worker/worker-parts.ts'

/** Forgets the exports that are offered no longer. */
export async function forgetExports({ exports, clock }: Pick<WorkerParts, 'exports' | 'clock'>): Promise<{ forgotten: number }> {
  const offeredSince = hoursAfter(clock(), -EXPORT_HOURS)
  return { forgotten: await exports.forgetMadeBefore(offeredSince) }
}
