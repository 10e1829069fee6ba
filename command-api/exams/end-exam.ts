import { type ExamState, examAggregate } from '@medicready/domain/exams/exam'
import { completeExam as decide, giveUpExam as decideGivingUp } from '@medicready/domain/exams/exam-commands'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { timedOutExams } from '@medicready/projector/read-models/exams/exam-queries'
import { v5 as uuidV5 } from 'uuid'
import { type CommandContext, jobContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { doneWith, inPages } from '../worker/shown.ts'

type Started = NonNullable<ExamState['started']>

interface Asked {
  readonly userId: string
  readonly examId: string
}

export async function ownExam({ commands }: Pick<Dependencies, 'commands'>, { userId, examId }: Asked): Promise<Started> {
  const { started } = await commands.read(examAggregate, examId, (remembered) => remembered.started !== null)
  if (started?.userId !== userId) throw new Rejection('examNotFound')
  return started
}

export async function completeExam(
  deps: Pick<Dependencies, 'commands' | 'accountDays'>,
  asked: Asked,
  context: CommandContext,
): Promise<{ readonly isCompleted: boolean; readonly isNew: boolean }> {
  const { userId, examId } = asked
  await ownExam(deps, asked)
  const { completed } = (await deps.commands.load(examAggregate, examId)).state
  const date = await deps.accountDays.today(userId, context.now)
  const { state, events } = await deps.commands.execute(examAggregate, examId, decide({ now: context.now, date }), context)
  return { isCompleted: state.completed !== null, isNew: completed === null && events.length > 0 }
}

export async function giveUpExam(
  deps: Pick<Dependencies, 'commands' | 'accountDays'>,
  asked: Asked,
  context: CommandContext,
): Promise<{ readonly givenUp: true }> {
  const { userId, examId } = asked
  await ownExam(deps, asked)
  const date = await deps.accountDays.today(userId, context.now)
  const { state } = await deps.commands.execute(examAggregate, examId, decideGivingUp({ now: context.now, date }), context)
  if (!state.givenUp) throw new Rejection('examEnded')
  return { givenUp: true }
}

const JOB_NAMESPACE = 'c1f5a1a0-0c1d-4f0f-8b37-5a0e7d3b9e64'

export async function endTimedOutExams(deps: Pick<WorkerDeps, 'sql' | 'commands' | 'accountDays' | 'clock' | 'signal'>) {
  const { sql, clock, signal } = deps
  const now = clock()
  const timedOut = inPages((page) => timedOutExams(sql, { now, ...page }), 'examId', signal)
  const ended = await doneWith(timedOut, signal, async (exam) => {
    const context = jobContext('exams', uuidV5(exam.examId, JOB_NAMESPACE), now)
    return (await completeExam(deps, exam, context)).isNew
  })
  return { ended }
}
