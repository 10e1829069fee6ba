import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { addDays, type CalendarDay, calendarDay } from '@medicready/domain/calendar'
import { belongsToYesterday } from '@medicready/domain/study/marking'
import { type StudyDayState, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** The account's own calendar day. */
export async function todayOf({ commands }: Pick<Parts, 'commands'>, userId: string, now: string): Promise<CalendarDay> {
  const { state } = await commands.recall(accountAggregate, userId)
  return dayAt(now, isRegistered(state) ? state.timeZone : 'UTC')
}

/** The day of each time zone in the second that was asked for last. */
const latest = new Map<string, { readonly second: string; readonly day: CalendarDay }>()

/** Commands come many in a second, days begin with one, and to work a day out takes long beside what else they do. */
function dayAt(now: string, timeZone: string): CalendarDay {
  const second = now.slice(0, 'YYYY-MM-DDThh:mm:ss'.length)
  const known = latest.get(timeZone)
  if (known?.second === second) return known.day
  const day = calendarDay(now, timeZone)
  latest.set(timeZone, { second, day })
  return day
}

/**
 * The study day that a command about a question belongs to: today, unless it was sent yesterday and is sent again, or
 * the midnight rule gives it to yesterday. An answer of the day costs no reading: what this process remembers as
 * delivered stays delivered.
 */
export async function dayOfQuestion(
  parts: Pick<Parts, 'commands'>,
  { userId, questionId }: { readonly userId: string; readonly questionId: string },
  context: CommandContext,
  isAwaitedBy: (yesterday: StudyDayState) => boolean,
): Promise<{ date: CalendarDay; day: StudyDayState }> {
  const { commands } = parts
  const date = await todayOf(parts, userId, context.now)
  const id = studyDayId(userId, date)
  let today = (await commands.recall(studyDay, id)).state
  if (!today.delivered.has(questionId)) today = (await commands.load(studyDay, id)).state
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
