import { tiers } from '@medicready/domain/billing/shown/tiers'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { activeModules, moduleSelectionAggregate } from '@medicready/domain/study/module-selection'
import {
  assignDailyQuestions as decide,
  leftToday,
  type StudyDayEvent,
  type StudyDayState,
  studyDayAggregate,
  studyDayId,
} from '@medicready/domain/study/study-day'
import { tierOf } from '../billing/tier.ts'
import type { CommandContext } from '../command-context.ts'
import type { Decided } from '../commands.ts'
import type { Dependencies } from '../dependencies.ts'

export async function assignDailyQuestions(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'questionChoice'>,
  { userId, count }: { readonly userId: string; readonly count: number },
  context: CommandContext,
): Promise<readonly DeliveredQuestion[]> {
  const { commands, accountDays, questionChoice } = deps
  const date = await accountDays.today(userId, context.now)
  const before = await commands.decidedBefore(studyDayAggregate, studyDayId(userId, addDays(date, -1)), context)
  if (before) return dailyQuestionsOf(before)

  const modules = activeModules((await commands.load(moduleSelectionAggregate, userId)).state)
  if (modules.length === 0) throw new Rejection('modulesNotSelected')
  const { dailyLimit, dailyQuestions } = tiers[await tierOf(deps, userId)]
  const id = studyDayId(userId, date)
  const wanted = Math.min(count, dailyQuestions)
  const day = (await commands.load(studyDayAggregate, id)).state
  const missing = Math.max(0, Math.min(wanted - day.daily.length, leftToday(day, dailyLimit)))
  const candidates = await questionChoice.best({
    userId,
    modules,
    seed: id,
    count: missing,
    alreadyDelivered: new Set(day.delivered.keys()),
  })
  const command = { userId, date, dailyLimit, candidates, count: wanted }
  return dailyQuestionsOf(await commands.execute(studyDayAggregate, id, decide(command), context))
}

const dailyQuestionsOf = ({ state }: Decided<StudyDayState, StudyDayEvent>) =>
  state.daily.flatMap((questionId) => state.delivered.get(questionId) ?? [])
