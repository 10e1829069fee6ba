import { type ExamState, exam } from '@medicready/domain/exams/exam'
import { completeExam as decide, giveUpExam as decideGivingUp } from '@medicready/domain/exams/exam-commands'
import { Rejection } from '@medicready/domain/rejection'
import { timedOutExams } from '@medicready/projector/read-models/exams/exam-queries'
import { v5 as uuidV5 } from 'uuid'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { WorkerParts } from '../worker/definitions.ts'

type Started = NonNullable<ExamState['started']>

interface Asked {
  readonly userId: string
  readonly examId: string
}

/** How an exam of the learner's own was started, which stays so. Refused with `examNotFound`. */
export async function ownExam({ commands }: Pick<Parts, 'commands'>, { userId, examId }: Asked): Promise<Started> {
  const { started } = await commands.read(exam, examId, (remembered) => remembered.started !== null)
  if (started?.userId !== userId) throw new Rejection('examNotFound')
  return started
}

/**
 * Completes a learner's exam whose time is up, once, with the answers that it has; one that was given up is not
 * completed any more. Refused with `examNotFound`, and with `examTimeLeft` while its clock runs.
 */
export async function completeExam(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  asked: { readonly userId: string; readonly examId: string },
  context: CommandContext,
): Promise<{ readonly isCompleted: boolean; readonly isNew: boolean }> {
  const { userId, examId } = asked
  await ownExam(parts, asked)
  const { completed } = (await parts.commands.load(exam, examId)).state
  const date = await parts.accountDays.today(userId, context.now)
  const { state, events } = await parts.commands.execute(exam, examId, decide({ now: context.now, date }), context)
  return { isCompleted: state.completed !== null, isNew: completed === null && events.length > 0 }
}

/** Gives a learner's exam up, once. Refused with `examNotFound`, and with `examEnded` where it was completed. */
export async function giveUpExam(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  asked: { readonly userId: string; readonly examId: string },
  context: CommandContext,
): Promise<{ readonly givenUp: true }> {
  const { userId, examId } = asked
  await ownExam(parts, asked)
  const date = await parts.accountDays.today(userId, context.now)
  const { state } = await parts.commands.execute(exam, examId, decideGivingUp({ now: context.now, date }), context)
  // Its time was up.
  if (!state.givenUp) throw new Rejection('examEnded')
  return { givenUp: true }
}

const PAGE_SIZE = 500
const JOB_NAMESPACE = 'c1f5a1a0-0c1d-4f0f-8b37-5a0e7d3b9e64'

/**
 * Completes the practice exams whose time is up and that no one has completed. The read models say where to look, the
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
      if ((await completeExam(parts, exam, context)).isNew) ended += 1
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) break
    after = last.examId
  }
  return { ended }
}
