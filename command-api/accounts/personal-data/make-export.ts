import { setTimeout as sleep } from 'node:timers/promises'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { isExportDue, recordExport } from '@medicready/domain/accounts/personal-data'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { Sql } from '@medicready/platform/postgres/connection'
import { reactionContext } from '../../command-context.ts'
import { NotNow } from '../../worker/definitions.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'
import { exportFiles } from './export-files.ts'
import { zipped } from './zip.ts'

/** A read model that is parked may never get there: after so long an export is made from what there is. */
const LONGEST_WAIT_MINUTES = 10
const LOOKS = 50
const LOOK_MILLISECONDS = 100

/** Puts together what somebody has asked for. */
export async function makeExport(
  fact: Recorded<FactOf<'ExportRequested'>>,
  parts: Pick<WorkerParts, 'commands' | 'sql' | 'eventStore' | 'hashEmail' | 'exports' | 'clock' | 'signal'>,
): Promise<void> {
  const { commands, exports, clock, sql, signal } = parts
  const { userId, exportId } = fact.data
  const { state } = await commands.load(accountAggregate, userId)
  if (!isExportDue(state, exportId)) return
  const hasWaited = Date.parse(clock()) - Date.parse(fact.metadata.occurredAt) >= LONGEST_WAIT_MINUTES * 60_000
  if (!hasWaited && !(await areShown(sql, fact.position.commit, signal)))
    throw new NotNow('The read models do not show yet what was before the export was asked for.')
  const at = clock()
  const bytes = await exports.keep({ exportId, userId, madeAt: at }, zipped(exportFiles(parts, { userId, at }), at))
  await commands.execute(accountAggregate, userId, recordExport({ exportId, bytes, now: at }), reactionContext(fact, clock))
}

/** Whether the read models have come to a position, some seconds of waiting included. */
async function areShown(sql: Sql, position: bigint, signal: AbortSignal): Promise<boolean> {
  for (let look = 0; look < LOOKS && !signal.aborted; look++) {
    const behind = await sql`
      SELECT FROM projector.checkpoints WHERE state = 'live' AND coalesce(commit_position, -1) < ${String(position)}::bigint LIMIT 1`
    if (behind.length === 0) return true
    await sleep(LOOK_MILLISECONDS, undefined, { signal }).catch(() => undefined)
  }
  return false
}
