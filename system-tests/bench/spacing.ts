import { writeFile } from 'node:fs/promises'
import { plotOf } from '../simulation/plot.ts'
import { type Comparison, compare, type Outcome, reviewsFor } from '../simulation/spaced-repetition.ts'
import { type BenchFigure, benchOf, toKnow } from './figures.ts'

const PLOT = new URL('../simulation/spaced-repetition.svg', import.meta.url)

const scales = {
  quick: { students: 20, keepsPlot: false },
  full: { students: 2_000, keepsPlot: true },
}

/** Simulated students who review by FSRS-6, by SM-2, and at random. Nothing is timed. */
export const spacing = benchOf(scales, async ({ students, keepsPlot }, log): Promise<BenchFigure[]> => {
  const comparison = compare({ students, days: 90, seed: 2026 }, log)
  if (keepsPlot) await writeFile(PLOT, plotOf(comparison, students))
  const { ours, theirs } = comparison.predictions
  return [
    reviewsFigure('SM-2', comparison, comparison.theirs),
    reviewsFigure('practice by chance', comparison, comparison.chance),
    {
      name: 'log loss of predicted recall, FSRS-6 to SM-2',
      value: ours.logLoss / theirs.logLoss,
      ...toKnow('×'),
      from: `${ours.logLoss.toFixed(3)} to ${theirs.logLoss.toFixed(3)}, ${students} students`,
    },
  ]
})

function reviewsFigure(name: string, { asItIs }: Comparison, others: readonly Outcome[]): BenchFigure {
  const reviews = reviewsFor(asItIs.retention, others)
  if (reviews === null) throw new Error(`No effort with ${name} reaches what is compared.`)
  return {
    name: `reviews to remember as much on the day of the exam, FSRS-6 to ${name}`,
    value: asItIs.reviews / reviews,
    ...toKnow('×'),
    from: `${Math.round(asItIs.reviews)} to ${Math.round(reviews)} a student in 90 days, ${(100 * asItIs.retention).toFixed(1)} % remembered`,
  }
}
