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
  { commands, accountDays, daysBefore }: Pick<Parts, 'commands' | 'accountDays' | 'daysBefore'>,
  { userId, questionId }: { readonly userId: string; readonly questionId: string },
  context: CommandContext,
  isAwaitedBy: (yesterday: StudyDayState) => boolean,
): Promise<{ date: CalendarDay; day: StudyDayState }> {
  const date = await accountDays.today(userId, context.now)
  const [today, dayBefore] = await Promise.all([
    dayWith({ commands }, studyDayId(userId, date), questionId),
    daysBefore.before(userId, date, context.now),
  ])
  if (today.delivered.has(questionId) && !dayBefore.delivered.has(questionId)) return { date, day: today }

  const yesterdaysDate = addDays(date, -1)
  const yesterdaysId = studyDayId(userId, yesterdaysDate)
  const before = await commands.decidedBefore(studyDay, yesterdaysId, context)
  const yesterday = before?.state ?? (await commands.recall(studyDay, yesterdaysId)).state
  return before || belongsToYesterday(questionId, { today, yesterday }, isAwaitedBy)
    ? { date: yesterdaysDate, day: yesterday }
    : { date, day: today }
}

async function dayWith({ commands }: Pick<Parts, 'commands'>, id: string, questionId: string): Promise<StudyDayState> {
  const remembered = (await commands.recall(studyDay, id)).state
  const isEnough = remembered.delivered.has(questionId) && !isClosed(remembered, questionId)
  return isEnough ? remembered : (await commands.load(studyDay, id)).state
}
