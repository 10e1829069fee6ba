import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { examAggregate } from '@medicready/domain/exams/exam'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { contentOf, type QuestionState, questionAggregate } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { isClosed, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import type { UsersQuestion } from '@medicready/projector/read-models/query'
import { deliveryDays, examThatGave } from '@medicready/projector/read-models/study/day-queries'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'

export async function deliveredContent(
  { commands }: Pick<Dependencies, 'commands'>,
  { questionId, questionVersion }: { readonly questionId: string; readonly questionVersion: number },
): Promise<QuestionContent> {
  const isKnown = (question: QuestionState) => contentOf(question, questionVersion) !== null
  const content = contentOf(await commands.read(questionAggregate, questionId, isKnown), questionVersion)
  if (!content) throw new Error('The delivered version of the question does not exist.')
  return content
}

interface Asked extends UsersQuestion {
  readonly version: number | null
}

/** Null if never given. Recent days are read from the log; the read model says where older deliveries are. */
export async function deliveredVersion(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'sql'>,
  asked: Asked,
  context: CommandContext,
) {
  const today = await deps.accountDays.today(asked.userId, context.now)
  const recent = [today, addDays(today, -1)]
  const earlier = async () => (await deliveryDays(deps.sql, asked)).map(({ day }) => day).filter((day) => !recent.includes(day))
  return (await deliveredOn(deps, recent, asked)) ?? (await deliveredOn(deps, await earlier(), asked)) ?? shownInExam(deps, asked)
}

async function deliveredOn(
  { commands }: Pick<Dependencies, 'commands'>,
  days: readonly CalendarDay[],
  { userId, questionId, version }: Asked,
) {
  for (const day of days) {
    const { state } = await commands.load(studyDayAggregate, studyDayId(userId, day))
    const delivered = state.delivered.get(questionId)?.questionVersion
    if (delivered === undefined || (version !== null && version !== delivered)) continue
    if (isClosed(state, questionId)) throw new Rejection('partClosed')
    return delivered
  }
  return null
}

async function shownInExam({ sql, commands }: Pick<Dependencies, 'sql' | 'commands'>, { userId, questionId, version }: Asked) {
  const [row] = await examThatGave(sql, { userId, questionId })
  if (!row) return null
  const { started, completed, givenUp, answers } = (await commands.load(examAggregate, row.examId)).state
  if (started?.userId !== userId) return null
  const given = givenUp?.seen ?? (completed ? answers : [])
  const shown = given.find((question) => question.questionId === questionId)?.questionVersion ?? null
  return version === null || version === shown ? shown : null
}
