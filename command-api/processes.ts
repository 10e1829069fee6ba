import { accountProcesses } from './accounts/processes.ts'
import { adminProcesses } from './admin/processes.ts'
import { billingProcesses } from './billing/processes.ts'
import { examProcesses } from './exams/processes.ts'
import { legalProcesses } from './legal/processes.ts'
import { questionProcesses } from './questions/processes.ts'
import { readinessProcesses } from './readiness/processes.ts'
import { reminderProcesses } from './reminders/processes.ts'
import { studyProcesses } from './study/processes.ts'
import { tutoringProcesses } from './tutoring/processes.ts'
import { workerProcesses } from './worker/processes.ts'

const rooms = [
  accountProcesses,
  studyProcesses,
  questionProcesses,
  examProcesses,
  readinessProcesses,
  billingProcesses,
  tutoringProcesses,
  reminderProcesses,
  legalProcesses,
  adminProcesses,
  workerProcesses,
]

export const reactions = rooms.flatMap(({ reactions }) => reactions)
export const jobs = rooms.flatMap(({ jobs }) => jobs)
