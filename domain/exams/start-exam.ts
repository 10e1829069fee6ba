import type { Decide } from '../decider.ts'
import type { EventOf } from '../event.ts'
import { Rejection } from '../rejection.ts'
import { decideNext } from './adaptive.ts'
import type { ExamEvent, ExamStarted, ExamState } from './exam.ts'
import type { PreparedPool } from './prepared-pool.ts'

export type ExamPlan = Omit<EventOf<typeof ExamStarted>['data'], 'first'>

/** Rejects with `examPoolTooSmall`. */
export const startExam =
  (plan: ExamPlan, pool: PreparedPool): Decide<ExamState, ExamEvent> =>
  ({ started }) => {
    if (started) return []
    const { decision } = decideNext(pool, plan, [], [])
    if (decision.kind !== 'give') throw new Rejection('examPoolTooSmall')
    return [{ type: 'ExamStarted', data: { ...plan, first: decision.choice } }]
  }
