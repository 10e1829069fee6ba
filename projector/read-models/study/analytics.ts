import { daysBetween, weekOf } from '@medicready/domain/core/shown/calendar'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { ItemKind } from '@medicready/domain/questions/content/item'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { type Difficulty, difficulties, type judgmentSteps, type nremtDomains } from '@medicready/domain/questions/shown/terms'
import { binOf, binStarts } from '@medicready/domain/study/analytics/forgetting'
import { countedSeconds, medianSeconds, type SpentTimes, withTime } from '@medicready/domain/study/analytics/spent-times'
import { type AnswerFact, countedAnswers } from '@medicready/domain/study/given-answers'
import { wasSlow } from '@medicready/domain/study/grade'
import type { Dimension } from '@medicready/domain/study/shown/dimensions'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { type Distribution, moved } from '@medicready/domain/study/shown/percentile'
import { defineReadModel, type RowOf, type Rows, table, typed } from '../definition.ts'
import { type Counts, countAt, groups, type Move, noCounts, placeOf, placesFor, topicValue } from './analytics-counts.ts'

interface AnalyzedAnswer {
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

const analyticsTables = {
  question_figures: table({
    key: ['question_id', 'version'],
    columns: {
      question_id: 'uuid',
      version: 'integer',
      module: typed<ModuleName>('text'),
      topic: 'coded text',
      domain: typed<(typeof nremtDomains)[number]>('text'),
      judgment_step: typed<(typeof judgmentSteps)[number] | null>('text?'),
      kind: typed<ItemKind>('text'),
      difficulty: typed<Difficulty>('text'),
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      seconds: 'double precision',
      times: typed<SpentTimes>('coded jsonb'),
    },
  }),
  /** Lists are laid out as in `analytics-counts.ts`. */
  learner_figures: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      counts: typed<Counts>('coded jsonb'),
      /** Pairs of scored and right answers by confidence. */
      confidence: typed<readonly number[]>('coded jsonb'),
      /** Triples by days since the last answer: scored, right, days. */
      forgetting: typed<readonly number[]>('coded jsonb'),
      own_times: typed<SpentTimes>('coded jsonb'),
      /** Medians of all learners at that time. */
      others_times: typed<SpentTimes>('coded jsonb'),
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
      counts: typed<Counts>('coded jsonb'),
      last_answered_on: 'date',
    },
  }),
  learner_weeks: table({
    key: ['user_id', 'week'],
    columns: {
      user_id: 'uuid',
      week: 'date',
      /** Pairs of scored and right answers, easiest first. */
      counts: typed<readonly number[]>('coded jsonb'),
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
      value: 'coded text',
      learners: typed<Distribution>('coded jsonb'),
    },
  }),
  /** Timed sessions count when they end. */
  held_answers: table({
    key: ['study_session_id'],
    columns: { study_session_id: 'uuid', is_completed: 'boolean', answers: typed<readonly AnalyzedAnswer[]>('jsonb') },
    private: true,
  }),
}

type AnalyticsRows = Rows<typeof analyticsTables>

type Question = RowOf<typeof analyticsTables.question_figures>
type Learner = RowOf<typeof analyticsTables.learner_figures>
type Remembered = RowOf<typeof analyticsTables.learner_questions>

/** Minimum answers for a meaningful median. */
const TIMES_FOR_A_MEDIAN = 10
const SURE = 4
const CONFIDENCE_LEVELS = 5

const fileQuestion = (
  { questionId, version, content }: { questionId: string; version: number; content: QuestionContent },
  { question_figures }: AnalyticsRows,
): void => {
  const { module, tags, item, difficulty } = content
  const { subTopic: topic, domain, judgmentStep: judgment_step } = tags
  const filed = { question_id: questionId, version, module, topic, domain, judgment_step, kind: item.kind, difficulty }
  question_figures.set({ ...filed, answered: 0, scored: 0, correct: 0, seconds: 0, times: [] })
}

export function count(answer: AnalyzedAnswer, rows: AnalyticsRows): void {
  const { userId: user_id, questionId: question_id, questionVersion: version } = answer
  const question = rows.question_figures.get({ question_id, version })
  const last = answer.isScored ? rows.learner_questions.get({ user_id, question_id }) : null
  countForLearner(answer, question, last, rows)
  countInModule(answer, question, rows)
  if (question) rows.question_figures.set(answeredOnceMore(question, answer))
  if (!answer.isScored) return
  if (question) countInWeek(answer, question, rows)
  remember(answer, last, rows)
}

const answeredOnceMore = (question: Question, { isScored, isCorrect, seconds }: AnalyzedAnswer): Question => ({
  ...question,
  answered: question.answered + 1,
  scored: question.scored + (isScored ? 1 : 0),
  correct: question.correct + (isScored && isCorrect ? 1 : 0),
  seconds: question.seconds + countedSeconds(seconds),
  times: isScored ? withTime(question.times, seconds) : question.times,
})

const newcomer = (user_id: string): Learner => ({
  user_id,
  counts: noCounts(groups.length),
  confidence: new Array<number>(2 * CONFIDENCE_LEVELS).fill(0),
  forgetting: new Array<number>(3 * binStarts.length).fill(0),
  own_times: [],
  others_times: [],
})

function countForLearner(answer: AnalyzedAnswer, question: Question | null, last: Remembered | null, rows: AnalyticsRows): void {
  const learner = rows.learner_figures.get({ user_id: answer.userId }) ?? newcomer(answer.userId)
  const counts = learner.counts.slice()
  for (const place of placesFor(question)) {
    const moved = countAt(counts, place, answer)
    const group = groups[place]
    if (moved && group) note(group.dimension, group.value, moved, rows)
  }
  rows.learner_figures.set(answer.isScored ? withScored(learner, counts, answer, question, last) : { ...learner, counts })
}

function withScored(
  learner: Learner,
  counts: Learner['counts'],
  answer: AnalyzedAnswer,
  question: Question | null,
  last: Remembered | null,
): Learner {
  const median = question && medianSeconds(question.times, TIMES_FOR_A_MEDIAN)
  return {
    user_id: learner.user_id,
    counts,
    confidence:
      answer.confidence === null ? learner.confidence : withScoredAt(learner.confidence, 2 * (answer.confidence - 1), answer.isCorrect),
    forgetting: last === null ? learner.forgetting : withRepeat(learner.forgetting, last.answered_on, answer),
    own_times: withTime(learner.own_times, answer.seconds),
    others_times: median === null ? learner.others_times : withTime(learner.others_times, median),
  }
}

/** An answer of an earlier day says nothing about forgetting. */
function withRepeat(bins: readonly number[], lastOn: string, { date, isCorrect }: AnalyzedAnswer): readonly number[] {
  const days = daysBetween(lastOn, date)
  if (days < 0) return bins
  const at = 3 * binOf(days)
  const more = withScoredAt(bins, at, isCorrect)
  more[at + 2] = (more[at + 2] ?? 0) + days
  return more
}

function withScoredAt(numbers: readonly number[], at: number, isCorrect: boolean): number[] {
  const more = numbers.slice()
  more[at] = (more[at] ?? 0) + 1
  if (isCorrect) more[at + 1] = (more[at + 1] ?? 0) + 1
  return more
}

function countInModule(answer: AnalyzedAnswer, question: Question | null, rows: AnalyticsRows): void {
  const { userId: user_id, module, date } = answer
  const row = rows.learner_modules.get({ user_id, module })
  let topics = row?.topics ?? []
  let counts = (row?.counts ?? noCounts()).slice()
  const movedInModule = countAt(counts, 0, answer)
  if (movedInModule) note('module', module, movedInModule, rows)
  if (question) {
    const { topic } = question
    if (!topics.includes(topic)) {
      topics = [...topics, topic]
      counts = [...counts, ...noCounts()]
    }
    const movedInTopic = countAt(counts, placeOf(topic, topics), answer)
    if (movedInTopic) note('topic', topicValue(module, topic), movedInTopic, rows)
  }
  const last = row?.last_answered_on ?? date
  rows.learner_modules.set({ user_id, module, topics, counts, last_answered_on: date > last ? date : last })
}

function note(dimension: Dimension | 'all', value: string, { from, to }: Move, { accuracy_distributions }: AnalyticsRows): void {
  const learners = accuracy_distributions.get({ dimension, value })?.learners ?? []
  accuracy_distributions.set({ dimension, value, learners: moved(learners, from, to) })
}

function countInWeek({ userId: user_id, date, isCorrect }: AnalyzedAnswer, { difficulty }: Question, { learner_weeks }: AnalyticsRows) {
  const week = weekOf(date)
  const counts = learner_weeks.get({ user_id, week })?.counts ?? new Array<number>(2 * difficulties.length).fill(0)
  learner_weeks.set({ user_id, week, counts: withScoredAt(counts, 2 * difficulties.indexOf(difficulty), isCorrect) })
}

function remember(answer: AnalyzedAnswer, last: Remembered | null, { learner_questions }: AnalyticsRows): void {
  const { userId, questionId, module, date, at, isCorrect, seconds, confidence } = answer
  const isSureAndWrong = !isCorrect && confidence !== null && confidence >= SURE
  // A confident miss stays listed until it is answered right.
  const staysOnList = !isCorrect && last !== null
  learner_questions.set({
    user_id: userId,
    question_id: questionId,
    module,
    answered_on: last !== null && last.answered_on > date ? last.answered_on : date,
    is_slow: wasSlow({ isCorrect, timeSpentSeconds: seconds }),
    sure_and_wrong_at: isSureAndWrong ? at : staysOnList ? last.sure_and_wrong_at : null,
    confidence: isSureAndWrong ? confidence : staysOnList ? last.confidence : null,
  })
}

const countedAnswer = ({ data, metadata }: AnswerFact): AnalyzedAnswer => ({
  userId: data.userId,
  date: data.date,
  at: metadata.occurredAt,
  questionId: data.questionId,
  questionVersion: data.questionVersion,
  module: data.module,
  isCorrect: data.isCorrect,
  isScored: data.isScored,
  seconds: data.timeSpentSeconds,
  confidence: data.confidence,
})

/** At constant cost. Timed sessions and practice exams count at completion, so nothing reveals open ones. */
export const analytics = defineReadModel({
  name: 'study/analytics',
  version: 3,
  tables: analyticsTables,
  on: {
    QuestionAdded: ({ data }, rows) => fileQuestion(data, rows),
    QuestionRevised: ({ data }, rows) => fileQuestion(data, rows),
    QuestionsDrawn: ({ data }, rows) => {
      const { studySessionId: study_session_id, mode } = data
      if (study_session_id !== null && mode !== null && !studyModeRules[mode].showsAnswers)
        rows.held_answers.set({ study_session_id, is_completed: false, answers: [] })
    },
    AnswerSubmitted: (fact, rows) => {
      const { studySessionId: study_session_id } = fact.data
      const answer = countedAnswer(fact)
      const held = study_session_id === null ? null : rows.held_answers.get({ study_session_id })
      // An answer that arrives while its session completes is not held.
      if (!held || held.is_completed) count(answer, rows)
      else rows.held_answers.set({ ...held, answers: [...held.answers, answer] })
    },
    ExamCompleted: ({ data }, rows) => {
      for (const answer of countedAnswers(data)) count(countedAnswer(answer), rows)
    },
    StudySessionCompleted: ({ data }, rows) => {
      const held = rows.held_answers.get({ study_session_id: data.studySessionId })
      if (!held || held.is_completed) return
      for (const answer of held.answers) count(answer, rows)
      rows.held_answers.set({ ...held, is_completed: true, answers: [] })
    },
  },
})
