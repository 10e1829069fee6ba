import { timedOutExams } from '@medicready/projector/read-models/exams/exam-queries'
import { v5 as uuidV5 } from 'uuid'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { completeExam } from './complete-exam.ts'

const PAGE_SIZE = 500
const JOB_NAMESPACE = 'c1f5a1a0-0c1d-4f0f-8b37-5a0e7d3b9e64'

/**
 * Completes the practice exams whose time is up and that nobody has completed. The read models say where to look, the
 * log decides. Answers how many it completed.
 */
export async function endTimedOutExams(
  parts: Pick<WorkerParts, 'sql' | 'commands' | 'accountDays' | 'clock' | 'signal'>,
): Promise<{ ended: number }> {
  const { sql, clock, signal } = parts
  const now = clock()
  let ended = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
    const page: Awaited<ReturnType<typeof timedOutExams>> = await timedOutExams(sql, { now, after, limit: PAGE_SIZE })
    for (const exam of page) {
      if (signal.aborted) break
      const context = { commandId: uuidV5(exam.examId, JOB_NAMESPACE), actorId: 'worker', correlationId: `exams-${now}`, now }
      if ((await completeExam(parts, exam, context)).answer.isNew) ended += 1
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) break
    after = last.examId
  }
  return { ended }
}
