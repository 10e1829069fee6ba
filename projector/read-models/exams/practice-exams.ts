import type { ExamChoice, examEnds, examOutcomes } from '@medicready/domain/exams/exam'
import type { BlueprintName, ExamType } from '@medicready/domain/exams/shown/blueprints'
import { difficultyOf, type ExamDifficulty, FIRST_DIFFICULTY, levelOf } from '@medicready/domain/exams/shown/difficulty'
import { FIRST_ESTIMATE, scoreOf } from '@medicready/domain/exams/shown/score'
import type { ItemAnswer } from '@medicready/domain/questions/content/item'
import type { PlaceInSet } from '@medicready/domain/questions/delivered-question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { defineReadModel, type MutableRows, rowFrom, table, typed, update } from '../definition.ts'

type Counts = Readonly<Record<string, number>>

const practice_exams = table({
  key: ['id'],
  columns: {
    id: 'uuid',
    user_id: 'uuid',
    exam_type: typed<ExamType>('text'),
    blueprint: typed<BlueprintName>('text'),
    pool_id: 'uuid',
    target_modules: typed<readonly string[]>('coded jsonb'),
    is_completed: 'boolean',
    total_questions: 'integer',
    min_items: 'integer',
    pilots: 'integer',
    /** Passing ability in logits. */
    cut: 'double precision',
    started_at: 'timestamptz',
    deadline: 'timestamptz',
    completed_at: 'timestamptz?',
    given_up_at: 'timestamptz?',
    ended_by: typed<(typeof examEnds)[number]>('text?'),
    outcome: typed<(typeof examOutcomes)[number]>('text?'),
    passed_at_95_confidence: 'boolean',
    score: 'integer?',
    score_estimate: 'integer',
    ability_level: 'double precision?',
    standard_error: 'double precision?',
    current_difficulty: typed<ExamDifficulty>('text'),
    questions_answered: 'integer',
    correct_answers: 'integer',
    domain_counts: typed<Counts>('coded jsonb'),
    domain_correct: typed<Counts>('coded jsonb'),
    correct_levels: 'integer',
    avg_correct_difficulty: 'double precision?',
    time_spent_seconds: 'integer',
    time_spent_minutes: 'integer',
  },
  indexes: ['(user_id, started_at)', '(user_id) WHERE NOT is_completed', '(deadline) WHERE NOT is_completed'],
})

const practice_exam_questions = table({
  key: ['exam_id', 'order_in_exam'],
  columns: {
    exam_id: 'uuid',
    order_in_exam: 'integer',
    user_id: 'uuid',
    question_id: 'uuid',
    question_version: 'integer',
    module: typed<ModuleName>('text'),
    set: typed<PlaceInSet>('jsonb?'),
    category: 'coded text',
    difficulty: 'double precision',
    question_difficulty: typed<ExamDifficulty>('text'),
    discrimination: 'double precision',
    is_pilot: 'boolean',
    /** Selection details: items behind its share, candidates in the draw, rank drawn. */
    deficit: 'double precision',
    among: 'integer',
    rank: 'integer',
    /** The following columns are null until it is answered. */
    selected_answer: typed<ItemAnswer>('jsonb?'),
    is_correct: 'boolean?',
    time_spent_seconds: 'integer?',
    answered_at: 'timestamptz?',
    ability: 'double precision?',
    standard_error: 'double precision?',
  },
})

/** Standard errors of difficulties, one row per event of a pool. */
const exam_pool_parts = table({
  key: ['pool_id', 'part'],
  columns: {
    pool_id: 'uuid',
    part: 'integer',
    standard_errors: typed<Readonly<Record<string, number>>>('coded jsonb'),
  },
})

function give(
  { items, deficit, among, rank }: ExamChoice,
  { examId, userId, from }: { readonly examId: string; readonly userId: string; readonly from: number },
  rows: MutableRows<typeof practice_exam_questions>,
): void {
  for (const [index, item] of items.entries())
    rows.set(
      rowFrom(practice_exam_questions, item, {
        exam_id: examId,
        order_in_exam: from + index,
        user_id: userId,
        question_difficulty: difficultyOf(item.difficulty),
        deficit,
        among,
        rank,
      }),
    )
}

const oneMore = (counts: Counts, category: string): Counts => ({ ...counts, [category]: (counts[category] ?? 0) + 1 })
const inMinutes = (seconds: number): number => Math.round(seconds / 60)

const tables = { practice_exams, practice_exam_questions, exam_pool_parts }

export const practiceExams = defineReadModel({
  name: 'exams/practice-exams',
  version: 2,
  tables,
  on: {
    ExamPoolDrawnUp: ({ data: { poolId, part, items } }, { exam_pool_parts }) =>
      exam_pool_parts.set({
        pool_id: poolId,
        part,
        standard_errors: Object.fromEntries(items.map(({ questionId, standardError }) => [questionId, standardError])),
      }),
    ExamStarted: ({ data }, { practice_exams, practice_exam_questions }) => {
      practice_exams.set(
        rowFrom(tables.practice_exams, data, {
          id: data.examId,
          total_questions: data.maxItems,
          deadline: new Date(Date.parse(data.startedAt) + 1_000 * data.seconds).toISOString(),
          score_estimate: FIRST_ESTIMATE,
          current_difficulty: FIRST_DIFFICULTY,
          domain_counts: {},
          domain_correct: {},
        }),
      )
      give(data.first, { ...data, from: 1 }, practice_exam_questions)
    },
    ExamAnswered: ({ data }, { practice_exams, practice_exam_questions }) => {
      const { examId, order, ability, standardError, timeSpentSeconds } = data
      update(
        practice_exam_questions,
        { exam_id: examId, order_in_exam: order },
        {
          selected_answer: data.answer,
          is_correct: data.isCorrect,
          time_spent_seconds: timeSpentSeconds,
          answered_at: data.answeredAt,
          ability,
          standard_error: standardError,
        },
      )
      if (data.next) give(data.next, { ...data, from: order + 1 }, practice_exam_questions)
      const next = practice_exam_questions.get({ exam_id: examId, order_in_exam: order + 1 })
      const isRight = data.isScored && data.isCorrect
      update(practice_exams, { id: examId }, (exam) => {
        const correct = exam.correct_answers + (isRight ? 1 : 0)
        const levels = exam.correct_levels + (isRight ? levelOf(data.difficulty) : 0)
        const seconds = exam.time_spent_seconds + timeSpentSeconds
        return {
          score_estimate: scoreOf(ability, exam.cut),
          ability_level: ability,
          standard_error: standardError,
          current_difficulty: next?.question_difficulty ?? exam.current_difficulty,
          questions_answered: exam.questions_answered + 1,
          correct_answers: correct,
          domain_counts: data.isScored ? oneMore(exam.domain_counts, data.category) : exam.domain_counts,
          domain_correct: isRight ? oneMore(exam.domain_correct, data.category) : exam.domain_correct,
          correct_levels: levels,
          avg_correct_difficulty: correct === 0 ? null : levels / correct,
          time_spent_seconds: seconds,
          time_spent_minutes: inMinutes(seconds),
        }
      })
    },
    ExamCompleted: ({ data, metadata }, { practice_exams }) =>
      update(
        practice_exams,
        { id: data.examId },
        {
          is_completed: true,
          completed_at: metadata.occurredAt,
          ended_by: data.endedBy,
          outcome: data.outcome,
          passed_at_95_confidence: data.passedAt95Confidence,
          score: data.score,
          score_estimate: data.score,
          ability_level: data.ability,
          standard_error: data.standardError,
          correct_answers: data.correct,
          time_spent_seconds: data.timeSpentSeconds,
          time_spent_minutes: inMinutes(data.timeSpentSeconds),
        },
      ),
    ExamGivenUp: ({ data, metadata }, { practice_exams }) =>
      update(practice_exams, { id: data.examId }, { given_up_at: metadata.occurredAt }),
  },
})
