import { completeExam as decide } from '@medicready/domain/exams/complete-exam'
import { exam } from '@medicready/domain/exams/exam'
import type { Outcome } from '@medicready/domain/outcome'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { ownExam } from './own-exam.ts'

/**
 * Completes a learner's exam whose time is up, once, with the answers that it has; one that was given up is not
 * completed any more. Refused with `examNotFound`, and with `examTimeLeft` while its clock runs.
 */
export async function completeExam(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  asked: { readonly userId: string; readonly examId: string },
  context: CommandContext,
): Promise<Outcome<{ readonly isCompleted: boolean; readonly isNew: boolean }>> {
  const { userId, examId } = asked
  await ownExam(parts, asked)
  const { completed } = (await parts.commands.load(exam, examId)).state
  const date = await parts.accountDays.today(userId, context.now)
  const { state, events, position } = await parts.commands.execute(exam, examId, decide({ now: context.now, date }), context)
  return { answer: { isCompleted: state.completed !== null, isNew: completed === null && events.length > 0 }, position }
}
