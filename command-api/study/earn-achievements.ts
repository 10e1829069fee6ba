import type { RecordedFact } from '@medicready/domain/events'
import { achievementAggregate, earnAchievements } from '@medicready/domain/study/achievements/earned'
import { reachedAchievements } from '@medicready/projector/read-models/study/progress-queries'
import { v5 as uuidV5 } from 'uuid'
import { reactionContext } from '../command-context.ts'
import { type JobDeps, RetryLater } from '../worker/definitions.ts'
import { A_MOMENT, areShown } from '../worker/shown.ts'

type Cause = RecordedFact<'AnswerSubmitted' | 'StudySessionCompleted' | 'ExamAnswered' | 'ExamCompleted'>

/** The read model says what was reached; the decider ensures that each is earned once. */
export async function earnReached(fact: Cause, { sql, commands, clock, signal }: JobDeps): Promise<void> {
  const { userId } = fact.data
  if (!(await areShown({ sql, signal }, fact.position.commit, [reachedAchievements], A_MOMENT)))
    throw new RetryLater('The tallies do not yet show this answer.')
  const reached = await reachedAchievements(sql, userId)
  if (reached.length === 0) return
  const commandId = uuidV5(reached.map(({ achievementId }) => achievementId).join(), fact.id)
  await commands.execute(achievementAggregate, userId, earnAchievements({ userId, reached }), {
    ...reactionContext(fact, clock),
    commandId,
  })
}
