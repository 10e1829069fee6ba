import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { earnFreeze, spendFreeze, streakAggregate } from '@medicready/domain/study/streak'
import { unrecordedFreezes } from '@medicready/projector/read-models/study/streak-queries'
import { v5 as uuidV5 } from 'uuid'
import { NotNow } from '../worker/definitions.ts'
import { areShown } from '../worker/shown.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

const FREEZE_NAMESPACE = '0f2b6c1e-5b0d-4a43-8a0e-6a6c0c9d4b72'
/** The streaks follow an answer within a fraction of a second; who is further behind is looked for later. */
const WAIT = { looks: 40, milliseconds: 25 }

type Parts = Pick<WorkerParts, 'sql' | 'commands' | 'clock'>

/** Makes facts of the freezes that a learner's streak has earned and spent with an answer. */
export async function recordFreezes(
  { data: { userId }, position, metadata }: Recorded<FactOf<'AnswerSubmitted'> | FactOf<'ExamAnswered'>>,
  parts: Parts & Pick<WorkerParts, 'signal'>,
): Promise<void> {
  if (!(await areShown(parts, position.commit, WAIT, ['study/study-streaks']))) throw new NotNow('The streaks do not show this answer yet.')
  await recordDueFreezes(parts, userId, metadata.correlationId)
}

/**
 * In the order of their days. The read model says what the rules of streaks come to, the streak's own stream that each
 * day counts once and that no more are kept than can be.
 */
export async function recordDueFreezes({ sql, commands, clock }: Parts, userId: string, correlationId: string): Promise<void> {
  for (const { kind, date, days } of await unrecordedFreezes(sql, userId)) {
    const context = {
      commandId: uuidV5(`${userId}/${kind}/${date}`, FREEZE_NAMESPACE),
      actorId: 'worker',
      correlationId,
      now: clock(),
    }
    const record = kind === 'earned' ? earnFreeze : spendFreeze
    await commands.execute(streakAggregate, userId, record({ userId, date, days }), context)
  }
}
