import { ANSWERS_AT_ONCE, type Processes } from '../worker/definitions.ts'
import { fitSchedulers } from './cards/fit-schedulers.ts'
import { endExpiredSessions } from './complete-session.ts'
import { earnReached } from './earn-achievements.ts'
import { keepPlans, planForExamDate, planForModules, planForTier } from './keep-plan.ts'
import { endBrokenStreaks, recordFreezes } from './streaks.ts'

export const studyProcesses: Processes = {
  reactions: [
    {
      name: 'achievements',
      atOnce: ANSWERS_AT_ONCE,
      on: { AnswerSubmitted: earnReached, StudySessionCompleted: earnReached, ExamAnswered: earnReached, ExamCompleted: earnReached },
    },
    {
      name: 'streak-freezes',
      atOnce: ANSWERS_AT_ONCE,
      on: { AnswerSubmitted: recordFreezes, ExamAnswered: recordFreezes },
    },
    {
      name: 'study-plans',
      on: {
        SettingsChanged: planForExamDate,
        ModuleSelected: planForModules,
        ModuleDeactivated: planForModules,
        ModuleReactivated: planForModules,
        TierChanged: planForTier,
      },
    },
  ],
  jobs: [
    // Hourly at five past: somewhere a calendar day has ended.
    { name: 'broken-streaks', schedule: '5 * * * *', run: endBrokenStreaks },
    // At night, because fitting takes a processor for seconds.
    { name: 'schedulers', schedule: '40 8 * * *', run: fitSchedulers },
    { name: 'study-plans', schedule: '10 * * * *', run: keepPlans },
    { name: 'expired-sessions', schedule: '7 * * * *', run: endExpiredSessions },
  ],
}
