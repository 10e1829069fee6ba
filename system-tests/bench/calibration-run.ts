import { calibrate } from '@medicready/domain/exams/calibration'
import { AnswerLog, bankOf } from '../simulation/calibration.ts'
import { Random } from '../simulation/random.ts'

export interface CalibrationRun {
  readonly seconds: number
  readonly memory: number
  readonly sweeps: number
}

const [answers = 0, items = 0, answersALearner = 0] = process.argv.slice(2).map(Number)
const random = new Random(2026)
const { priors, truth } = bankOf(items, random)
const log = new AnswerLog(answers)
let learners = 0
for (; !log.isFull; learners++) {
  const ability = random.normal()
  const first = Math.floor(random.next() * items)
  for (let place = 0; place < answersALearner && !log.isFull; place++) {
    const item = (first + place) % items
    log.add(learners, item, random.next() < 1 / (1 + Math.exp((truth[item] ?? 0) - ability)))
  }
}
const start = performance.now()
const { sweeps } = calibrate({ answers: log.answers(), learners, priors })
const seconds = (performance.now() - start) / 1_000
const run: CalibrationRun = { seconds, memory: process.resourceUsage().maxRSS / 1_000, sweeps }
process.send?.(run, () => process.disconnect())
