import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { openExamsWith, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * Whether a question is in a timed exam of the learner's that goes on and was drawn on the other one of the two days
 * that may be answered. What is right about it is withheld then, however it was come by. Of the exams of its own day
 * the decision knows.
 */
export async function isInExamBeside(
  { commands, accountDays, daysBefore }: Pick<Parts, 'commands' | 'accountDays' | 'daysBefore'>,
  { userId, questionId }: { readonly userId: string; readonly questionId: string },
  date: CalendarDay,
  context: CommandContext,
): Promise<boolean> {
  const today = await accountDays.today(userId, context.now)
  const yesterday = addDays(today, -1)
  const isInLog = async (day: CalendarDay) =>
    openExamsWith((await commands.load(studyDay, studyDayId(userId, day))).state, questionId).length > 0
  if (date <= yesterday) return isInLog(today)
  const remembered = await daysBefore.before(userId, today, context.now)
  // An exam that has ended stays so; one that is remembered as open may have ended.
  return openExamsWith(remembered, questionId).length > 0 && isInLog(yesterday)
}
