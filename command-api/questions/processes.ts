import type { RecordedFact } from '@medicready/domain/events'
import type { Processes, WorkerDeps } from '../worker/definitions.ts'
import { actOnStatistics, freePlace, tellEducators, withdrawDoubted } from './withdraw-question.ts'

export const questionProcesses: Processes = {
  reactions: [
    // Learners who were given questions may be running out of them.
    {
      name: 'bank-top-up',
      on: { DailyQuestionsAssigned: topUpForLearner, QuestionsDrawn: topUpForLearner, ExamCompleted: topUpForLearner },
    },
    {
      name: 'withdrawals',
      on: {
        QuestionReviewRequested: withdrawDoubted,
        QuestionReviewResolved: freePlace,
        QuestionRetired: freePlace,
        QuestionRevised: freePlace,
      },
    },
    { name: 'educators-notices', on: { WithdrawalsStopped: tellEducators } },
  ],
  jobs: [
    { name: 'question-statistics', schedule: '*/10 * * * *', run: actOnStatistics },
    { name: 'bank-top-up', schedule: '*/15 * * * *', atStart: true, run: topUpBank },
  ],
}

type GivenQuestions = RecordedFact<'DailyQuestionsAssigned' | 'QuestionsDrawn' | 'ExamCompleted'>

export async function topUpBank({ authoring, signal }: Pick<WorkerDeps, 'authoring' | 'signal'>): Promise<{ added: number }> {
  return { added: (await authoring?.topUp.lookAfterEveryone(signal)) ?? 0 }
}

export async function topUpForLearner(
  { data, metadata }: GivenQuestions,
  { authoring, signal }: Pick<WorkerDeps, 'authoring' | 'signal'>,
): Promise<void> {
  authoring?.topUp.lookAfter(data.userId, metadata.occurredAt, signal)
}
