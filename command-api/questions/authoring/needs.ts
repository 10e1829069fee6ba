import { addDays } from '@medicready/domain/core/calendar'
import type { Sql } from '@medicready/platform/postgres/connection'
import { modulesRunningLow, stockOf } from '@medicready/projector/read-models/questions/generation-queries'
import { type Demand, planQuestions, type Wanted } from './plan.ts'

const ACTIVE_DAYS = 14
const FEW_LEFT = 15
const SAMPLE = 200

interface Look {
  readonly today: string
  readonly count: number
  readonly userIds?: readonly string[]
}

/** Parts of sets do not help learners with few questions a day, so they only tell whether sets are wanted too. */
export async function findNeeds(sql: Sql, { today, count, userIds }: Look): Promise<Wanted[]> {
  const learners = await modulesRunningLow(sql, { since: addDays(today, -ACTIVE_DAYS), fewLeft: FEW_LEFT, userIds })
  if (learners.length === 0) return []

  const demands = new Map<Demand['module'], Demand>()
  for (const { module, unseen } of learners) {
    const known = demands.get(module) ?? { module, exhausted: 0, running: 0, shortage: 0 }
    demands.set(module, {
      module,
      exhausted: known.exhausted + (unseen <= 0 ? 1 : 0),
      running: known.running + 1,
      shortage: Math.max(known.shortage, FEW_LEFT - unseen),
    })
  }

  const sample = [...new Set(learners.map((learner) => learner.user_id))].slice(0, SAMPLE)
  const stock = await stockOf(sql, { modules: [...demands.keys()], userIds: sample })
  return planQuestions([...demands.values()], stock, count)
}
