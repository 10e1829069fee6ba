import { DEFAULT_AVERAGE_TIME_SECONDS, DEFAULT_CORRECT_RATE } from '@medicready/domain/questions/statistics'

/** What `read.question_statistics` holds of a version; all null where it was joined and nobody has answered yet. */
export interface StatisticsRow {
  answers: number
  correct_answers: number
  total_time_seconds: number
  discrimination: number | null
  choices: Record<string, number>
}
type Joined<Row> = { [Name in keyof Row]: Row[Name] | null }

/** In percent, to one decimal. */
export const correctRate = ({ answers, correct_answers }: Joined<Pick<StatisticsRow, 'answers' | 'correct_answers'>>): number =>
  answers ? Math.round((1_000 * (correct_answers ?? 0)) / answers) / 10 : DEFAULT_CORRECT_RATE

export const averageTimeSeconds = ({
  answers,
  total_time_seconds,
}: Joined<Pick<StatisticsRow, 'answers' | 'total_time_seconds'>>): number =>
  answers ? Math.round((total_time_seconds ?? 0) / answers) : DEFAULT_AVERAGE_TIME_SECONDS

/** What percent chose each option, in whole percents, in the order of the choices. */
export const choicePercents = (
  choices: readonly string[],
  { answers, choices: counts }: Joined<Pick<StatisticsRow, 'answers' | 'choices'>>,
) =>
  choices.map((choice) => {
    const count = counts && Object.hasOwn(counts, choice) ? (counts[choice] ?? 0) : 0
    return { choice, percent: answers ? Math.round((100 * count) / answers) : 0 }
  })
