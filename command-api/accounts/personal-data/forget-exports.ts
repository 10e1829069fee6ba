import { EXPORT_HOURS } from '@medicready/domain/accounts/personal-data-rules'
import type { WorkerParts } from '../../worker/worker-parts.ts'

/** Forgets the exports that are offered no longer. */
export async function forgetExports({ exports, clock }: Pick<WorkerParts, 'exports' | 'clock'>): Promise<{ forgotten: number }> {
  const offeredSince = new Date(Date.parse(clock()) - EXPORT_HOURS * 3_600_000).toISOString()
  return { forgotten: await exports.forgetMadeBefore(offeredSince) }
}
