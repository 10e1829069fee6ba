import type { ShownVersion } from '@medicready/domain/contract/questions/answer-result'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { choicesOf, type Item } from '@medicready/domain/questions/content/item'
import { DEFAULT_AVERAGE_TIME_SECONDS, DEFAULT_CORRECT_RATE } from '@medicready/domain/questions/shown/review-rules'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { ShownRow } from '@medicready/projector/read-models/questions/question-queries'
import type { questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'
import type { questions } from '@medicready/projector/read-models/questions/questions'

type QuestionRow = ShownRow & Pick<RowOf<typeof questions.tables.questions>, 'guideline' | 'tags'>

export const toShownContent = (row: ShownRow): ShownVersion['content'] => ({
  module: row.module,
  stem: row.stem,
  picture: row.picture,
  scenario: row.scenario,
  item: row.item,
  explanation: row.explanation,
  explanationPicture: row.explanation_picture,
  clinicalPearl: row.clinical_pearl,
  references: row.references,
  difficulty: row.difficulty,
  bloomsLevel: row.blooms_level,
})

export const toContent = (row: QuestionRow): QuestionContent => ({ ...toShownContent(row), guideline: row.guideline, tags: row.tags })

type StatisticsRow = RowOf<typeof questionStatistics.tables.question_statistics>
/** All null from a join without answers. */
type Figures<Name extends keyof StatisticsRow> = { readonly [Column in Name]: StatisticsRow[Column] | null }

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
