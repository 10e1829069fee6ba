import { fork } from 'node:child_process'
import { once } from 'node:events'
import { recoveryOf } from '../simulation/calibration.ts'
import type { CalibrationRun } from './calibration-run.ts'
import { atMost, type BenchFigure, benchOf } from './figures.ts'

/** The largest root mean square error, by answers per item. */
const gates = [
  [50, 0.33],
  [100, 0.23],
  [200, 0.17],
] as const
const ANSWERS_A_LEARNER = 90

const scales = {
  quick: { rounds: 1, items: 50, large: { answers: 10_000, items: 100, answersALearner: 50 } },
  full: { rounds: 4, items: 500, large: { answers: 1_000_000, items: 2_000, answersALearner: 50 } },
}

/** How well difficulties are recovered from adaptively fed learners, and what a large calibration takes. */
export const calibration = benchOf(scales, async ({ rounds: seeds, items, large }, log): Promise<BenchFigure[]> => {
  const figures = gates.map(([answersAnItem, required]): BenchFigure => {
    const found = Array.from({ length: seeds }, (_, seed) =>
      recoveryOf({ seed: seed + 1, items, answersAnItem, answersALearner: ANSWERS_A_LEARNER }),
    )
    const mean = (of: 'rmse' | 'bias' | 'coverage') => found.reduce((sum, each) => sum + each[of], 0) / seeds
    log(`${answersAnItem} answers an item`)
    return {
      name: `difficulties of ${answersAnItem} answers, root mean square off the truth`,
      value: mean('rmse'),
      ...atMost('logits', required),
      from: `${items} items, ${seeds} seeds; bias ${mean('bias').toFixed(3)}, ${(100 * mean('coverage')).toFixed(1)} % within 1.96 standard errors`,
    }
  })
  const args = [large.answers, large.items, large.answersALearner].map(String)
  const [run] = await once(fork(new URL('calibration-run.ts', import.meta.url), args), 'message')
  const { seconds, memory, sweeps }: CalibrationRun = run
  const from = `${large.answers.toLocaleString('en-US')} answers of ${large.items.toLocaleString('en-US')} items, ${sweeps} sweeps`
  return [
    ...figures,
    { name: 'a large calibration', value: seconds, ...atMost('s', 60), from },
    { name: 'memory of a large calibration', value: memory, ...atMost('MB', 1_000), from },
  ]
})
