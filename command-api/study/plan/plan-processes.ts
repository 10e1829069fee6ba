import { hoursAfter } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { usersWithExamDate } from '@medicready/projector/read-models/study/plan-queries'
import { v5 as uuidV5 } from 'uuid'
import { reactionContext } from '../../command-context.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'
import { keepPlan } from './keep-plan.ts'

type PlanningParts = Pick<WorkerParts, 'commands' | 'accountDays' | 'sql' | 'clock'>

const JOB_NAMESPACE = '5a0a3a9e-6f2b-4d38-8c53-0f4a5e7d9b21'
const PAGE_SIZE = 500
/** Whatever is older than this, the job has looked after since. */
const FRESH_HOURS = 24

const isFresh = ({ metadata }: Recorded, clock: WorkerParts['clock']): boolean => clock() < hoursAfter(metadata.occurredAt, FRESH_HOURS)

/** Lays the plan out when somebody gives an exam date, and closes it when they take it away. */
export async function planForExamDate(fact: Recorded<FactOf<'SettingsChanged'>>, parts: PlanningParts): Promise<void> {
  if (isFresh(fact, parts.clock)) await keepPlan(parts, { userId: fact.data.userId }, reactionContext(fact, parts.clock))
}

/** Lays the plan out anew when what it is made of has changed. */
export async function planForModules(
  fact: Recorded<FactOf<'ModuleSelected'> | FactOf<'ModuleDeactivated'> | FactOf<'ModuleReactivated'>>,
  parts: PlanningParts,
): Promise<void> {
  if (isFresh(fact, parts.clock))
    await keepPlan(parts, { userId: fact.data.userId, because: 'modules' }, reactionContext(fact, parts.clock))
}

export async function planForTier(fact: Recorded<FactOf<'TierChanged'>>, parts: PlanningParts): Promise<void> {
  if (isFresh(fact, parts.clock)) await keepPlan(parts, { userId: fact.data.userId, because: 'tier' }, reactionContext(fact, parts.clock))
}

/**
 * Looks after the plan of everybody who has an exam date: at the beginning of each of their days what was missed finds
 * new places. Answers how many plans it laid out, and how many it closed.
 */
export async function keepPlans(
  parts: PlanningParts & Pick<WorkerParts, 'signal'>,
): Promise<{ readonly laidOut: number; readonly closed: number }> {
  const { sql, clock, signal } = parts
  const now = clock()
  let [laidOut, closed] = [0, 0]
  for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
    const page = await usersWithExamDate(sql, { after, limit: PAGE_SIZE })
    for (const { id: userId } of page) {
      if (signal.aborted) break
      const context = { commandId: uuidV5(`${userId}/${now}`, JOB_NAMESPACE), actorId: 'worker', correlationId: `plans-${now}`, now }
      const done = await keepPlan(parts, { userId }, context)
      if (done === 'laid_out') laidOut += 1
      if (done === 'closed') closed += 1
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) break
    after = last.id
  }
  return { laidOut, closed }
}
