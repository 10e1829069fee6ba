import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { layOut } from '@medicready/domain/study/plan/lay-out'
import { closePlan, layOutPlan, type PlanCause, planNeeds, studyPlan } from '@medicready/domain/study/plan/study-plan'
import { answeredSince } from '@medicready/projector/read-models/study/plan-queries'
import type { CommandContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import { planInputs } from './plan-inputs.ts'

type PlanningParts = Pick<Parts, 'commands' | 'accountDays' | 'sql'>

/**
 * Lays a learner's plan out, lays it out anew or closes it, whatever their exam date and their days ask for. `because`
 * says what has changed beside these; without it the plan stays where nothing asks for another. Answers what was done.
 */
export async function keepPlan(
  parts: PlanningParts,
  { userId, because = null }: { readonly userId: string; readonly because?: Extract<PlanCause, 'modules' | 'tier'> | null },
  context: CommandContext,
): Promise<'laid_out' | 'closed' | 'kept'> {
  const { commands, accountDays } = parts
  const account = (await commands.load(accountAggregate, userId)).state
  const today = await accountDays.today(userId, context.now)
  const examDate = isRegistered(account) ? account.settings.examDate : null
  const { plan } = (await commands.load(studyPlan, userId)).state
  if (examDate === null || examDate <= today) {
    const { events } = await commands.execute(studyPlan, userId, closePlan({ userId, on: today }), context)
    return events.length > 0 ? 'closed' : 'kept'
  }
  const studied = plan ? await answeredSince(parts.sql, { userId, from: plan.from }) : []
  const answered = new Map(studied.map(({ date, answered }) => [date, answered]))
  const needs = planNeeds(plan, { today, examDate, answeredOn: (date) => answered.get(date) ?? 0 })
  const cause = needs ?? (plan ? because : null)
  if (cause === null) return 'kept'
  const days = layOut({ today, examDate, ...(await planInputs(parts, userId, today)) })
  const command = layOutPlan({ userId, from: today, examDate, cause, days })
  const { events } = await commands.execute(studyPlan, userId, command, context)
  return events.length > 0 ? 'laid_out' : 'kept'
}
