import { withdrawForCorrectRate } from '@medicready/domain/questions/question'
import { questionsBelowChance } from '@medicready/projector/read-models/questions/bank-queries'
import { v5 as uuidV5 } from 'uuid'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { withdrawQuestion } from './withdraw-question.ts'

const JOB_NAMESPACE = 'd3f5a0c8-54a1-4b4a-8a6e-0d5c1c6a9e27'

/**
 * Acts on what the statistics say: questions that fewer answer correctly than would by guessing are withdrawn until a
 * review decides, as far as their module has places for them.
 * The read model says where to look, the question's own stream decides; a version is withdrawn for this once.
 */
export async function actOnStatistics({
  sql,
  commands,
  clock,
  signal,
}: Pick<WorkerParts, 'sql' | 'commands' | 'clock' | 'signal'>): Promise<{ withdrawn: number }> {
  const now = clock()
  const context = (step: string) => ({
    commandId: uuidV5(step, JOB_NAMESPACE),
    actorId: 'worker',
    correlationId: `statistics-${now}`,
    now,
  })
  const done = { withdrawn: 0 }
  for (const { questionId, version, answers, correctAnswers } of await questionsBelowChance(sql)) {
    if (signal.aborted) return done
    const withdrawal = { questionId, withdraw: withdrawForCorrectRate({ version, answers, correctAnswers }) }
    if (await withdrawQuestion({ commands, sql }, withdrawal, context(`withdraw/${questionId}/${version}`))) done.withdrawn += 1
  }
  return done
}
