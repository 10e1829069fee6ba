import { addDays } from '@medicready/domain/calendar'
import type { Sql } from '@medicready/platform/postgres/connection'
import { modulesRunningLow, stockOf } from '@medicready/projector/read-models/questions/generation-queries'
import { type Demand, planQuestions, type Wanted } from './plan.ts'

/** Anyone who was given questions in so many days is an active learner. */
const ACTIVE_DAYS = 14
/** A module runs low for a learner who has fewer questions of it left. */
const FEW_LEFT = 15
/** Enough learners to see what most of them lack. */
const SAMPLE = 200

interface Look {
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly count: number
  /** Looks after these learners alone. */
  readonly userIds?: readonly string[]
}

/**
 * What should be written next for those who study now, from the read models: they may be a moment behind, which makes
 * the plan a little less good and costs nothing, since the budget is not theirs to keep. Parts of sets help no one: no
 * one can be given one by itself, and the person who has few questions a day is never given a set. They are looked at
 * only to tell whether sets are wanted too.
 */
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
