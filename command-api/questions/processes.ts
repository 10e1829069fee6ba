import type { RecordedFact } from '@medicready/domain/events'
import type { Processes, WorkerDeps } from '../worker/definitions.ts'
import type { Authoring } from './authoring/authoring.ts'
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
    { name: 'revision-proposals', on: { QuestionOutdated: proposeRevision } },
    { name: 'educators-notices', on: { WithdrawalsStopped: tellEducators } },
  ],
  jobs: [
    { name: 'question-statistics', schedule: '*/10 * * * *', run: actOnStatistics },
    { name: 'bank-top-up', schedule: '*/15 * * * *', atStart: true, run: topUpBank },
  ],
}

type GivenQuestions = RecordedFact<'DailyQuestionsAssigned' | 'QuestionsDrawn' | 'ExamCompleted'>

interface ToppingUp {
  readonly authoring: Pick<Authoring, 'topUp'> | null
  readonly signal: AbortSignal
}

export async function topUpBank({ authoring, signal }: ToppingUp): Promise<{ added: number }> {
  return { added: (await authoring?.topUp.lookAfterEveryone(signal)) ?? 0 }
}

export async function topUpForLearner({ data, metadata }: GivenQuestions, { authoring, signal }: ToppingUp): Promise<void> {
  authoring?.topUp.lookAfter(data.userId, metadata.occurredAt, signal)
}

async function proposeRevision(
  { data: { isWithdrawn: _, ...outdated } }: RecordedFact<'QuestionOutdated'>,
  { authoring, signal }: Pick<WorkerDeps, 'authoring' | 'signal'>,
): Promise<void> {
  await authoring?.revisions.propose(outdated, signal)
}
