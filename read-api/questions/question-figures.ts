import { choicesOf, type Item } from '@medicready/domain/questions/item'
import { DEFAULT_AVERAGE_TIME_SECONDS, DEFAULT_CORRECT_RATE } from '@medicready/domain/questions/review-rules'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'

type StatisticsRow = RowOf<typeof questionStatistics.tables.question_statistics>
/** All null from a join without answers. */
type Figures<Name extends keyof StatisticsRow> = { readonly [Column in Name]: StatisticsRow[Column] | null }

/** Percent with one decimal. */
export const correctRate = ({ answers, correct_answers }: Figures<'answers' | 'correct_answers'>): number =>
  answers ? Math.round((1_000 * (correct_answers ?? 0)) / answers) / 10 : DEFAULT_CORRECT_RATE

export const averageTimeSeconds = ({ answers, total_time_seconds }: Figures<'answers' | 'total_time_seconds'>): number =>
  answers ? Math.round((total_time_seconds ?? 0) / answers) : DEFAULT_AVERAGE_TIME_SECONDS

/** Whole percents in the order learners see. */
export const choicePercents = (item: Item, { answers, options }: Figures<'answers' | 'options'>) =>
  choicesOf(item).map(({ id, words, isRight }) => {
    const count = options && Object.hasOwn(options, id) ? (options[id] ?? 0) : 0
    return { choice: words, isRight, percent: answers ? Math.round((100 * count) / answers) : 0 }
  })
