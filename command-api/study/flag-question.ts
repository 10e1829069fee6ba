import { flagForReview as decide, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { dayOfQuestion } from './day-of-question.ts'

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
