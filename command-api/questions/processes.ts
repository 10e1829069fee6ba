import type { Processes } from '../worker/definitions.ts'
import { topUpBank, topUpForLearner } from './authoring/top-up.ts'
import { actOnStatistics, freePlace, tellEducators, withdrawDoubted } from './withdraw-question.ts'

export const questionProcesses: Processes = {
  reactions: [
    // Who was given questions may be running out of them.
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
