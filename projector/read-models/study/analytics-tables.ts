import type { ItemKind } from '@medicready/domain/questions/item'
import type { Difficulty, judgmentSteps, nremtDomains } from '@medicready/domain/questions/terms'
import type { Dimension } from '@medicready/domain/study/analytics/dimensions'
import type { Distribution } from '@medicready/domain/study/analytics/percentile'
import type { SpentTimes } from '@medicready/domain/study/analytics/spent-times'
import type { ModuleName } from '@medicready/domain/study/modules'
import { type Rows, table, typed } from '../definition.ts'
import type { Counts } from './analytics-counts.ts'

/** What an answer says, as far as figures need it. */
export interface CountedAnswer {
  readonly userId: string
  readonly date: string
  readonly at: string
  readonly questionId: string
  readonly questionVersion: number
  readonly module: ModuleName
  readonly isCorrect: boolean
  readonly isScored: boolean
  readonly seconds: number
  readonly confidence: number | null
}

export const analyticsTables = {
  /** What each version of a question is about, and what all learners together have answered to it. */
  question_figures: table({
    key: ['question_id', 'version'],
    columns: {
      question_id: 'uuid',
      version: 'integer',
      module: typed<ModuleName>('text'),
      topic: 'text',
      domain: typed<(typeof nremtDomains)[number]>('text'),
      judgment_step: typed<(typeof judgmentSteps)[number] | null>('text?'),
      kind: typed<ItemKind>('text'),
      difficulty: typed<Difficulty>('text'),
      answered: 'integer',
      /** Of these, the ones that counted as right or wrong: all but those to pilots. */
      scored: 'integer',
      correct: 'integer',
      /** Of all answers, each no more than counts. */
      seconds: 'double precision',
      /** Of scored answers. */
      times: typed<SpentTimes>('jsonb'),
    },
  }),
  /** Each learner's answers by what does not belong to one module; each list is laid out in `analytics-counts.ts`. */
  learner_figures: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      counts: typed<Counts>('jsonb'),
      /** For each confidence from 1 on, scored and right answers. */
      confidence: typed<readonly number[]>('jsonb'),
      /** For each bin of days since the last answer to the same question, scored and right answers and the days. */
      forgetting: typed<readonly number[]>('jsonb'),
      /** Of scored answers. */
      own_times: typed<SpentTimes>('jsonb'),
      /** For each of them, the median time of all learners for that question as it stood then. */
      others_times: typed<SpentTimes>('jsonb'),
    },
  }),
  learner_modules: table({
    key: ['user_id', 'module'],
    columns: {
      user_id: 'uuid',
      module: typed<ModuleName>('text'),
      /** The topics that were answered, in the order of their first answers. */
      topics: typed<readonly string[]>('jsonb'),
      /** Of the module, and after it of each of its topics. */
      counts: typed<Counts>('jsonb'),
      last_answered_on: 'date',
    },
  }),
  learner_weeks: table({
    key: ['user_id', 'week'],
    columns: {
      user_id: 'uuid',
      /** Its Monday. */
      week: 'date',
      /** For each difficulty, the easiest first, scored and right answers. */
      counts: typed<readonly number[]>('jsonb'),
    },
  }),
  /** Each learner's last scored answer to each question. */
  learner_questions: table({
    key: ['user_id', 'question_id'],
    columns: {
      user_id: 'uuid',
      question_id: 'uuid',
      module: typed<ModuleName>('text'),
      answered_on: 'date',
      /** Right, and slower than its time allows. */
      is_slow: 'boolean',
      /** When it was missed with a confidence of 4 or 5; null where it was not, or was answered right since. */
      sure_and_wrong_at: 'timestamptz?',
      confidence: 'integer?',
    },
    indexes: ['(user_id, module) WHERE is_slow', '(user_id, sure_and_wrong_at) WHERE sure_and_wrong_at IS NOT NULL'],
  }),
  /** How many learners have which accuracy, without telling who. */
  accuracy_distributions: table({
    key: ['dimension', 'value'],
    columns: {
      /** `all` for everything together. */
      dimension: typed<Dimension | 'all'>('text'),
      value: 'text',
      learners: typed<Distribution>('jsonb'),
    },
  }),
  /** Answers of timed sessions: they count for nothing until the session has ended. */
  held_answers: table({
    key: ['study_session_id'],
    columns: { study_session_id: 'uuid', is_completed: 'boolean', answers: typed<readonly CountedAnswer[]>('jsonb') },
    private: true,
  }),
}

export type AnalyticsRows = Rows<typeof analyticsTables>
