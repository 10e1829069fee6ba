import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { openExamsWith, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

type ExamParts = Pick<Parts, 'commands' | 'accountDays' | 'daysBefore' | 'openExams'>
interface Asked {
  readonly userId: string
  readonly questionId: string
}

/**
 * Whether a question is in an exam of the learner's that goes on, other than the timed sessions of the day that it is
 * answered on, of which the decision knows. What is right about it is withheld then, however it was come by.
 */
export const isInOtherExam = async (parts: ExamParts, asked: Asked, date: CalendarDay, context: CommandContext): Promise<boolean> =>
  (await Promise.all([parts.openExams.haveGiven(asked, context.now), isInSessionBeside(parts, asked, date, context)])).includes(true)

/** Whether it is in a timed session that was drawn on another one of the two days that may be answered now. */
async function isInSessionBeside(
  { commands, accountDays, daysBefore }: ExamParts,
  { userId, questionId }: Asked,
  date: CalendarDay,
  context: CommandContext,
): Promise<boolean> {
  const today = await accountDays.today(userId, context.now)
  const yesterday = addDays(today, -1)
  const isInLog = async (day: CalendarDay) =>
    openExamsWith((await commands.load(studyDay, studyDayId(userId, day))).state, questionId).length > 0
  if (date < yesterday) return (await isInLog(today)) || isInLog(yesterday)
  if (date === yesterday) return isInLog(today)
  const remembered = await daysBefore.before(userId, today, context.now)
  // An exam that has ended stays so; one that is remembered as open may have ended.
  return openExamsWith(remembered, questionId).length > 0 && isInLog(yesterday)
}
