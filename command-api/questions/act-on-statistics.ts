import { HIGHEST_CHANCE, WITHDRAWAL_MIN_ANSWERS, withdrawForCorrectRate } from '@medicready/domain/questions/question'
import { v5 as uuidV5 } from 'uuid'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { withdrawQuestion } from './withdraw-question.ts'

const JOB_NAMESPACE = 'd3f5a0c8-54a1-4b4a-8a6e-0d5c1c6a9e27'

interface Statistics {
  question_id: string
  version: number
  answers: number
  correct_answers: number
}

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

  const failing = await sql<Statistics[]>`
    SELECT s.question_id, s.version, s.answers, s.correct_answers
    FROM read.question_statistics s JOIN read.questions q ON q.id = s.question_id AND q.version = s.version
    WHERE q.is_active AND s.answers >= ${WITHDRAWAL_MIN_ANSWERS} AND s.correct_answers < s.answers * ${HIGHEST_CHANCE}::float8
    ORDER BY s.question_id`
  for (const { question_id: questionId, version, answers, correct_answers: correctAnswers } of failing) {
    if (signal.aborted) return done
    const withdrawal = { questionId, withdraw: withdrawForCorrectRate({ version, answers, correctAnswers }) }
    if (await withdrawQuestion({ commands, sql }, withdrawal, context(`withdraw/${questionId}/${version}`))) done.withdrawn += 1
  }
  return done
}
