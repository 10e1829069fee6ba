import { addDays } from '@medicready/domain/calendar'
import { type StudyDayState, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { studySession } from '@medicready/domain/study/study-session'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * Whether what is right about a question is withheld from a learner: it is in a timed exam of theirs that has not
 * ended, however it was come by. The streams decide: the days that may still be answered, and their exams.
 */
export async function isWithheld(
  parts: Pick<Parts, 'commands' | 'accountDays'>,
  { userId, questionId }: { readonly userId: string; readonly questionId: string },
  context: CommandContext,
): Promise<boolean> {
  const { commands, accountDays } = parts
  const today = await accountDays.today(userId, context.now)
  const days = await Promise.all([today, addDays(today, -1)].map((date) => commands.load(studyDay, studyDayId(userId, date))))
  const exams = days.flatMap(({ state }) => examsWith(state, questionId))
  const haveEnded = await Promise.all(exams.map((id) => hasEnded(parts, id)))
  return haveEnded.includes(false)
}

const examsWith = ({ sessions }: StudyDayState, questionId: string): string[] =>
  [...sessions].flatMap(([id, { mode, questions }]) =>
    mode === 'timed_exam' && questions.some((question) => question.questionId === questionId) ? [id] : [],
  )

/** What has ended stays so, and needs no second look. An exam that is drawn and about to begin has not. */
async function hasEnded({ commands }: Pick<Parts, 'commands'>, studySessionId: string): Promise<boolean> {
  const remembered = (await commands.recall(studySession, studySessionId)).state
  return remembered.completed !== null || (await commands.load(studySession, studySessionId)).state.completed !== null
}
