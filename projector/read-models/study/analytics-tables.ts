import type { ItemKind } from '@medicready/domain/questions/item'
import type { ModuleName } from '@medicready/domain/questions/modules'
import type { Difficulty, judgmentSteps, nremtDomains } from '@medicready/domain/questions/terms'
import type { Dimension } from '@medicready/domain/study/analytics/dimensions'
import type { Distribution } from '@medicready/domain/study/analytics/percentile'
import type { SpentTimes } from '@medicready/domain/study/analytics/spent-times'
import { type Rows, table, typed } from '../definition.ts'
import type { Counts } from './analytics-counts.ts'

export interface AnalyzedAnswer {
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
      scored: 'integer',
      correct: 'integer',
      seconds: 'double precision',
      times: typed<SpentTimes>('jsonb'),
    },
  }),
  /** Lists are laid out as in `analytics-counts.ts`. */
  learner_figures: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      counts: typed<Counts>('jsonb'),
      /** Pairs of scored and right answers by confidence. */
      confidence: typed<readonly number[]>('jsonb'),
      /** Triples by days since the last answer: scored, right, days. */
      forgetting: typed<readonly number[]>('jsonb'),
      own_times: typed<SpentTimes>('jsonb'),
      /** Medians of all learners at that time. */
      others_times: typed<SpentTimes>('jsonb'),
    },
  }),
  learner_modules: table({
    key: ['user_id', 'module'],
    columns: {
      user_id: 'uuid',
      module: typed<ModuleName>('text'),
      /** In order of their first answer. */
      topics: typed<readonly string[]>('jsonb'),
      /** The module, then its topics. */
      counts: typed<Counts>('jsonb'),
      last_answered_on: 'date',
    },
  }),
  learner_weeks: table({
    key: ['user_id', 'week'],
    columns: {
      user_id: 'uuid',
      week: 'date',
      /** Pairs of scored and right answers, easiest first. */
      counts: typed<readonly number[]>('jsonb'),
    },
  }),
  learner_questions: table({
    key: ['user_id', 'question_id'],
    columns: {
      user_id: 'uuid',
      question_id: 'uuid',
      module: typed<ModuleName>('text'),
      answered_on: 'date',
      is_slow: 'boolean',
      /** Missed with confidence 4 or 5 and not answered right since. */
      sure_and_wrong_at: 'timestamptz?',
      confidence: 'integer?',
    },
    indexes: ['(user_id, module) WHERE is_slow', '(user_id, sure_and_wrong_at) WHERE sure_and_wrong_at IS NOT NULL'],
  }),
  /** Anonymous counts. */
  accuracy_distributions: table({
    key: ['dimension', 'value'],
    columns: {
      /** `all` for everything together. */
      dimension: typed<Dimension | 'all'>('text'),
      value: 'text',
      learners: typed<Distribution>('jsonb'),
    },
  }),
  /** Timed sessions count when they end. */
  held_answers: table({
    key: ['study_session_id'],
    columns: { study_session_id: 'uuid', is_completed: 'boolean', answers: typed<readonly AnalyzedAnswer[]>('jsonb') },
    private: true,
  }),
}

export type AnalyticsRows = Rows<typeof analyticsTables>
