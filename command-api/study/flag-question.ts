import { flagForReview as decide, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { dayOfQuestion } from './day-of-question.ts'

/**
 * Flags a question of the day, or of the day before, to see it again. Refused with `questionNotFound` or `partClosed`.
 */
export async function flagQuestion(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'settledDays'>,
  flag: { readonly userId: string; readonly questionId: string },
  context: CommandContext,
): Promise<null> {
  const { userId, questionId } = flag
  const { date } = await dayOfQuestion(parts, flag, context, () => true)
  const command = decide({ userId, date, questionId })
  await parts.commands.execute(studyDay, studyDayId(userId, date), command, context)
  return null
}
