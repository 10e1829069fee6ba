import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { belongsToYesterday } from '@medicready/domain/study/marking'
import { isClosed, type StudyDayState, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * The study day that a command about a question belongs to: today, unless it was sent yesterday and is sent again, or
 * the midnight rule gives it to yesterday. An answer of the day costs no reading: what this process remembers as
 * delivered stays delivered. What it remembers as closed may have been opened elsewhere.
 */
export async function dayOfQuestion(
  { commands, accountDays }: Pick<Parts, 'commands' | 'accountDays'>,
  { userId, questionId }: { readonly userId: string; readonly questionId: string },
  context: CommandContext,
  isAwaitedBy: (yesterday: StudyDayState) => boolean,
): Promise<{ date: CalendarDay; day: StudyDayState }> {
  const date = await accountDays.today(userId, context.now)
  const id = studyDayId(userId, date)
  let today = (await commands.recall(studyDay, id)).state
  if (!today.delivered.has(questionId) || isClosed(today, questionId)) today = (await commands.load(studyDay, id)).state
  const yesterdaysDate = addDays(date, -1)
  const yesterdaysId = studyDayId(userId, yesterdaysDate)
  const isTodaysAlone = today.delivered.has(questionId) && !(await commands.recall(studyDay, yesterdaysId)).state.delivered.has(questionId)
  if (isTodaysAlone) return { date, day: today }

  const before = await commands.decidedBefore(studyDay, yesterdaysId, context)
  const yesterday = before?.state ?? (await commands.recall(studyDay, yesterdaysId)).state
  return before || belongsToYesterday(questionId, { today, yesterday }, isAwaitedBy)
    ? { date: yesterdaysDate, day: yesterday }
    : { date, day: today }
}
