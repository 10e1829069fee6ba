import { ANSWERS_AT_ONCE, MAILS_AT_ONCE, type Processes } from '../worker/definitions.ts'
import { askForOutcomes, sendOutcomeMail } from './outcomes.ts'
import { predictExamDay, predictMockExam } from './predict-pass.ts'

export const readinessProcesses: Processes = {
  reactions: [
    // Most of them wait for read models to show earlier answers.
    { name: 'pass-predictions', atOnce: ANSWERS_AT_ONCE, on: { ExamStarted: predictMockExam } },
    { name: 'outcome-mails', atOnce: MAILS_AT_ONCE, on: { ExamOutcomeAsked: sendOutcomeMail } },
  ],
  jobs: [
    // Hourly, because accounts have their own days.
    { name: 'exam-days', schedule: '12 * * * *', run: predictExamDay },
    { name: 'exam-outcomes', schedule: '22 * * * *', run: askForOutcomes },
  ],
}
