import { type ExamState, exam } from '@medicready/domain/exams/exam'
import { Rejection } from '@medicready/domain/rejection'
import type { Parts } from '../parts.ts'

type Started = NonNullable<ExamState['started']>

interface Asked {
  readonly userId: string
  readonly examId: string
}

/** How an exam of the learner's own was started, which stays so. Refused with `examNotFound`. */
export async function ownExam({ commands }: Pick<Parts, 'commands'>, { userId, examId }: Asked): Promise<Started> {
  const remembered = (await commands.recall(exam, examId)).state
  const { started } = remembered.started ? remembered : (await commands.load(exam, examId)).state
  if (started?.userId !== userId) throw new Rejection('examNotFound')
  return started
}
