import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { exam, goesOn, itemsOf } from '@medicready/domain/exams/exam'
import { openExamsWith, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { dayBeforeOf } from './day-of-question.ts'

type ExamParts = Pick<Parts, 'commands' | 'accountDays' | 'settledDays' | 'recentExaminees'>
interface Asked {
  readonly userId: string
  readonly questionId: string
}

/**
 * Whether a question is in an exam of the learner's that goes on, other than the timed sessions of the day that it is
 * answered on, of which the decision knows. What is right about it is withheld then, however it was come by.
 */
export const isInOtherExam = async (parts: ExamParts, asked: Asked, date: CalendarDay, context: CommandContext): Promise<boolean> =>
  (await Promise.all([isInOpenExam(parts, asked, context.now), isInSessionBeside(parts, asked, date, context)])).includes(true)

/** Whether a practice exam that goes on has given it. One begun by another process may be met some seconds late. */
async function isInOpenExam({ commands, recentExaminees }: ExamParts, { userId, questionId }: Asked, now: string): Promise<boolean> {
  const { latest } = await recentExaminees.of(userId)
  if (latest === null || now >= latest.until) return false
  const { state } = await commands.load(exam, latest.examId)
  return goesOn(state, now) && itemsOf(state).some((item) => item.questionId === questionId)
}

/** Whether it is in a timed session that was drawn on another one of the two days that may be answered now. */
async function isInSessionBeside(
  parts: ExamParts,
  { userId, questionId }: Asked,
  date: CalendarDay,
  context: CommandContext,
): Promise<boolean> {
  const { commands, accountDays } = parts
  const today = await accountDays.today(userId, context.now)
  const yesterday = addDays(today, -1)
  const isInLog = async (day: CalendarDay) =>
    openExamsWith((await commands.load(studyDay, studyDayId(userId, day))).state, questionId).length > 0
  if (date < yesterday) return (await isInLog(today)) || isInLog(yesterday)
  if (date === yesterday) return isInLog(today)
  const remembered = await dayBeforeOf(parts, userId, today, context.now)
  // An exam that has ended stays so; one that is remembered as open may have ended.
  return openExamsWith(remembered, questionId).length > 0 && isInLog(yesterday)
}
