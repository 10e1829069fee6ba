import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { WorkerParts } from '../../worker/worker-parts.ts'

type GivenQuestions = Recorded<FactOf<'DailyQuestionsAssigned'> | FactOf<'QuestionsDrawn'> | FactOf<'ExamCompleted'>>

/** Tops the bank up for all active learners. */
export async function topUpBank({ authoring, signal }: Pick<WorkerParts, 'authoring' | 'signal'>): Promise<{ added: number }> {
  return { added: (await authoring?.topUp.lookAfterEverybody(signal)) ?? 0 }
}

/** Has the bank topped up for a learner who was given questions, without waiting for it. */
export async function topUpForLearner(
  { data, metadata }: GivenQuestions,
  { authoring, signal }: Pick<WorkerParts, 'authoring' | 'signal'>,
): Promise<void> {
  authoring?.topUp.lookAfter(data.userId, metadata.occurredAt, signal)
}
