import { addDays, type CalendarDay, hoursAfter } from '@medicready/domain/core/shown/calendar'
import { examAggregate, goesOn, itemsOf } from '@medicready/domain/exams/exam'
import { belongsToYesterday } from '@medicready/domain/study/marking'
import { isClosed, openExamsWith, type StudyDayState, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import type { UsersQuestion } from '@medicready/projector/read-models/query'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'

/** Today, unless the command was first sent yesterday or the midnight rule assigns it to yesterday. */
export async function dayOfQuestion(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'settledDays'>,
  { userId, questionId }: UsersQuestion,
  context: CommandContext,
  isAwaitedBy: (yesterday: StudyDayState) => boolean,
): Promise<{ date: CalendarDay; day: StudyDayState }> {
  const { commands, accountDays } = deps
  const date = await accountDays.today(userId, context.now)
  // Delivered stays delivered, but a part that is closed in memory may have been opened elsewhere.
  const isEnough = (day: StudyDayState) => day.delivered.has(questionId) && !isClosed(day, questionId)
  const [today, dayBefore] = await Promise.all([
    commands.read(studyDayAggregate, studyDayId(userId, date), isEnough),
    dayBeforeOf(deps, userId, date, context.now),
  ])
  if (today.delivered.has(questionId) && !dayBefore.delivered.has(questionId)) return { date, day: today }

  const yesterdaysDate = addDays(date, -1)
  const yesterdaysId = studyDayId(userId, yesterdaysDate)
  const before = await commands.decidedBefore(studyDayAggregate, yesterdaysId, context)
  const yesterday = before?.state ?? (await commands.read(studyDayAggregate, yesterdaysId, () => true))
  return before || belongsToYesterday(questionId, { today, yesterday }, isAwaitedBy)
    ? { date: yesterdaysDate, day: yesterday }
    : { date, day: today }
}

const SETTLING_HOURS = 1 / 60

/** Read once after the day has settled, since nothing more is drawn into it. Late answers may be missing. */
export function dayBeforeOf(
  { accountDays, settledDays }: Pick<Dependencies, 'accountDays' | 'settledDays'>,
  userId: string,
  today: CalendarDay,
  now: string,
): Promise<StudyDayState> {
  const isSettled = async () => (await accountDays.today(userId, hoursAfter(now, -SETTLING_HOURS))) === today
  return settledDays.of(studyDayId(userId, addDays(today, -1)), isSettled)
}

type ExamDeps = Pick<Dependencies, 'commands' | 'accountDays' | 'settledDays' | 'recentExaminees'>

/** In an open exam, whose answers must not be revealed. The decider knows the day's own timed sessions. */
export const isInOtherExam = async (deps: ExamDeps, asked: UsersQuestion, date: CalendarDay, context: CommandContext): Promise<boolean> =>
  (await Promise.all([isInOpenExam(deps, asked, context.now), isInSessionBeside(deps, asked, date, context)])).includes(true)

/** An exam begun by another process may be seen some seconds late. */
async function isInOpenExam({ commands, recentExaminees }: ExamDeps, { userId, questionId }: UsersQuestion, now: string): Promise<boolean> {
  const { latest } = await recentExaminees.of(userId)
  if (latest === null || now >= latest.until) return false
  const { state } = await commands.load(examAggregate, latest.examId)
  return goesOn(state, now) && itemsOf(state).some((item) => item.questionId === questionId)
}

/** A timed session of the other of the two days that can be answered now. */
async function isInSessionBeside(deps: ExamDeps, { userId, questionId }: UsersQuestion, date: CalendarDay, context: CommandContext) {
  const { commands, accountDays } = deps
  const today = await accountDays.today(userId, context.now)
  const yesterday = addDays(today, -1)
  const isInLog = async (day: CalendarDay) =>
    openExamsWith((await commands.load(studyDayAggregate, studyDayId(userId, day))).state, questionId).length > 0
  if (date < yesterday) return (await isInLog(today)) || isInLog(yesterday)
  if (date === yesterday) return isInLog(today)
  const remembered = await dayBeforeOf(deps, userId, today, context.now)
  // An ended session stays ended; one that is open in memory may have ended.
  return openExamsWith(remembered, questionId).length > 0 && isInLog(yesterday)
}
