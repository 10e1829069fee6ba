import type { Processes } from '../worker/definitions.ts'
import { calibrateItems, finishCalibration } from './calibrate-items.ts'
import { endTimedOutExams } from './end-exam.ts'

export const examProcesses: Processes = {
  reactions: [],
  jobs: [
    // At night, because it reads every answer.
    { name: 'calibration', schedule: '20 8 * * *', run: calibrateItems },
    { name: 'unfinished-calibration', schedule: '50 * * * *', atStart: true, run: finishCalibration },
    { name: 'timed-out-exams', schedule: '* * * * *', run: endTimedOutExams },
  ],
}
