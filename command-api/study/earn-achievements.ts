import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { achievementAggregate, earnAchievements } from '@medicready/domain/study/achievements/earned'
import { reachedAchievements } from '@medicready/projector/read-models/study/achievement-queries'
import { v5 as uuidV5 } from 'uuid'
import { reactionContext } from '../command-context.ts'
import { RetryLater, type WorkerParts } from '../worker/definitions.ts'
import { areShown } from '../worker/shown.ts'

/** The tallies follow an answer within a fraction of a second; who is further behind is looked for later. */
const WAIT = { looks: 40, milliseconds: 25 }

type Cause = Recorded<FactOf<'AnswerSubmitted'> | FactOf<'StudySessionCompleted'> | FactOf<'ExamAnswered'> | FactOf<'ExamCompleted'>>

/**
 * Makes facts of the achievements that a learner's tallies have reached with an answer, or with the end of a session
 * or an exam.
 * The read model says what was reached, the learner's own stream that each is earned once.
 */
export async function earnReached(
  fact: Cause,
  { sql, commands, clock, signal }: Pick<WorkerParts, 'sql' | 'commands' | 'clock' | 'signal'>,
): Promise<void> {
  const { userId } = fact.data
  if (!(await areShown({ sql, signal }, fact.position.commit, WAIT, ['study/achievement-tallies'])))
    throw new RetryLater('The tallies do not show this answer yet.')
  const reached = await reachedAchievements(sql, userId)
  if (reached.length === 0) return
  // Met again after a crash, an answer may find more than it found before: that is another command.
  const commandId = uuidV5(reached.map(({ achievementId }) => achievementId).join(), fact.id)
  await commands.execute(achievementAggregate, userId, earnAchievements({ userId, reached }), {
    ...reactionContext(fact, clock),
    commandId,
  })
}
