import { accountAggregate } from '@medicready/domain/accounts/account'
import { isExportDue, recordExport } from '@medicready/domain/accounts/personal-data'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { exam, goesOn } from '@medicready/domain/exams/exam'
import { examinee } from '@medicready/domain/exams/examinee'
import { isOpen, studySession } from '@medicready/domain/study/study-session'
import { openTimedExamsOf } from '@medicready/projector/read-models/accounts/personal-data-queries'
import { reactionContext } from '../../command-context.ts'
import { NotNow } from '../../worker/definitions.ts'
import { areShown } from '../../worker/shown.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'
import { exportFiles } from './export-files.ts'
import { zipped } from './zip.ts'

/** A read model that is parked may never get there: after so long an export is made from what there is. */
const LONGEST_WAIT_MINUTES = 10
const WAIT = { looks: 50, milliseconds: 100 }

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
  if (!hasWaited && !(await areShown({ sql, signal }, fact.position.commit, WAIT)))
    throw new NotNow('The read models do not show yet what was before the export was asked for.')
  if ((await isInTimedExam(parts, userId)) || (await isInPracticeExam(parts, userId)))
    throw new NotNow('The answers of an exam say what is right: the export waits until it has ended.')
  const at = clock()
  const bytes = await exports.keep({ exportId, userId, madeAt: at }, zipped(exportFiles(parts, { userId, at }), at))
  await commands.execute(accountAggregate, userId, recordExport({ exportId, bytes, now: at }), reactionContext(fact, clock))
}

/** Whether somebody has an open timed exam: the read model says where to look, the log decides. */
async function isInTimedExam({ commands, sql }: Pick<WorkerParts, 'commands' | 'sql'>, userId: string): Promise<boolean> {
  for (const { id } of await openTimedExamsOf(sql, userId)) if (isOpen((await commands.load(studySession, id)).state)) return true
  return false
}

/** Whether somebody has a practice exam that is not over, nor its time. */
async function isInPracticeExam({ commands, clock }: Pick<WorkerParts, 'commands' | 'clock'>, userId: string): Promise<boolean> {
  const { latest } = (await commands.load(examinee, userId)).state
  if (!latest) return false
  return goesOn((await commands.load(exam, latest.examId)).state, clock())
}
