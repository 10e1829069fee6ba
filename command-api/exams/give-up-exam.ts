import { exam } from '@medicready/domain/exams/exam'
import { giveUpExam as decide } from '@medicready/domain/exams/give-up-exam'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { ownExam } from './own-exam.ts'

/** Gives a learner's exam up, once. Refused with `examNotFound`, and with `examEnded` where it was completed. */
export async function giveUpExam(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  asked: { readonly userId: string; readonly examId: string },
  context: CommandContext,
): Promise<Outcome<{ readonly givenUp: true }>> {
  const { userId, examId } = asked
  await ownExam(parts, asked)
  const date = await parts.accountDays.today(userId, context.now)
  const { state, position } = await parts.commands.execute(exam, examId, decide({ now: context.now, date }), context)
  // Its time was up.
  if (!state.givenUp) throw new Rejection('examEnded')
  return { answer: { givenUp: true }, position }
}
