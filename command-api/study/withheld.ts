import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { examsWith, type StudyDayState, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { studySession } from '@medicready/domain/study/study-session'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * What is right about a question is withheld from a learner while it is in a timed exam of theirs that goes on, however
 * it was come by. The streams decide: the two days that may still be answered, and their exams.
 */

interface Asked {
  readonly userId: string
  readonly questionId: string
}

/** The exams with a question that have ended, of those that a day knows. */
export async function endedExams(
  { commands }: Pick<Parts, 'commands'>,
  day: StudyDayState,
  questionId: string,
): Promise<ReadonlySet<string>> {
  const exams = examsWith(day, questionId)
  const ended = await Promise.all(exams.map((id) => hasEnded({ commands }, id)))
  return new Set(exams.filter((_, index) => ended[index]))
}

/** Whether an exam with the question goes on that was drawn on the other one of the days that may be answered. */
export async function isInExamBeside(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'daysBefore'>,
  { userId, questionId }: Asked,
  date: CalendarDay,
  context: CommandContext,
): Promise<boolean> {
  const { commands, accountDays, daysBefore } = parts
  const today = await accountDays.today(userId, context.now)
  const isTodays = date > addDays(today, -1)
  const other = isTodays
    ? await daysBefore.before(userId, today, context.now)
    : (await commands.load(studyDay, studyDayId(userId, today))).state
  const exams = examsWith(other, questionId)
  return exams.length > 0 && (await endedExams(parts, other, questionId)).size < exams.length
}

/** What has ended stays so, and needs no second look. An exam that is drawn and about to begin has not. */
async function hasEnded({ commands }: Pick<Parts, 'commands'>, studySessionId: string): Promise<boolean> {
  const remembered = (await commands.recall(studySession, studySessionId)).state
  return remembered.completed !== null || (await commands.load(studySession, studySessionId)).state.completed !== null
}
