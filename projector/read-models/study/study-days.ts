import type { RecordedFact } from '@medicready/domain/events'
import type { SelectionReason } from '@medicready/domain/questions/delivered-question'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import type { ModuleName } from '@medicready/domain/questions/modules'
import { givenAnswers } from '@medicready/domain/study/given-answers'
import { isHeldBack } from '@medicready/domain/study/study-session'
import { defineReadModel, newRow, type RowOf, type Rows, table, typed, update } from '../definition.ts'

const dailyQuestionId = (userId: string, date: string, questionId: string) => `${userId}_${date}_${questionId}`

const tables = {
  daily_questions: table({
    key: ['id'],
    columns: {
      /** `<userId>_<date>_<questionId>` */
      id: 'text',
      user_id: 'uuid',
      assigned_date: 'date',
      /** Counted from 0 within the day. */
      position: 'integer',
      question_id: 'uuid',
      question_version: 'integer',
      why: typed<SelectionReason | null>('jsonb?'),
      is_completed: 'boolean',
      answer: typed<ItemAnswer>('jsonb?'),
      is_correct: 'boolean?',
      email_sent: 'boolean',
      email_sent_at: 'timestamptz?',
    },
    indexes: ['(user_id, assigned_date)'],
  }),
  /** `delivered` counts toward the limit; `answered` includes exam pilots; `scored` what ended timed or as an exam. */
  study_days: table({
    key: ['user_id', 'date'],
    columns: {
      user_id: 'uuid',
      date: 'date',
      assigned: 'integer',
      delivered: 'integer',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
    },
  }),
  /** Every question ever given, with its latest answer. Practice exam questions appear when the exam ends. */
  question_deliveries: table({
    key: ['user_id', 'question_id'],
    columns: {
      user_id: 'uuid',
      question_id: 'uuid',
      question_version: 'integer',
      module: typed<ModuleName>('text'),
      first_delivered_on: 'date',
      last_delivered_on: 'date',
      exam_id: 'uuid?',
      times: 'integer',
      answered_on: 'date?',
      answered_version: 'integer?',
      answer: typed<ItemAnswer>('jsonb?'),
      is_correct: 'boolean?',
      flagged_for_review: 'boolean',
      /** Seed of the last shown order; null for the authored order. */
      shuffle: 'double precision?',
      set_parts: typed<string[]>('jsonb?'),
      is_closed: 'boolean',
    },
    // For choosing the longest unseen.
    indexes: ['(user_id, module, last_delivered_on)'],
  }),
}

type Delivery = RowOf<typeof tables.question_deliveries>
type Delivered = RecordedFact<'DailyQuestionsAssigned'>['data'] | RecordedFact<'QuestionsDrawn'>['data']

const dayOf = ({ study_days }: Rows<typeof tables>, user_id: string, date: string): RowOf<typeof tables.study_days> =>
  study_days.get({ user_id, date }) ?? newRow(tables.study_days, { user_id, date })

function deliver({ userId, date, questions }: Delivered, { question_deliveries }: Rows<typeof tables>): number {
  let fresh = 0
  const sets = Map.groupBy(questions, ({ set }) => set?.id)
  for (const { questionId, questionVersion, module, set, shuffle } of questions) {
    const delivery = question_deliveries.get({ user_id: userId, question_id: questionId })
    const isFromExam = delivery !== null && delivery.exam_id !== null
    if (delivery?.last_delivered_on === date && !isFromExam) continue
    fresh += 1
    // Exam answers of the same day are asked again, like those of earlier days.
    const answered = isFromExam && delivery.answered_on === date ? null : delivery
    question_deliveries.set({
      user_id: userId,
      question_id: questionId,
      question_version: questionVersion,
      module,
      first_delivered_on: delivery?.first_delivered_on ?? date,
      last_delivered_on: date,
      exam_id: null,
      times: (delivery?.times ?? 0) + 1,
      answered_on: answered?.answered_on ?? null,
      answered_version: answered?.answered_version ?? null,
      answer: answered?.answer ?? null,
      is_correct: answered?.is_correct ?? null,
      flagged_for_review: delivery?.flagged_for_review ?? false,
      shuffle,
      set_parts: set && (sets.get(set.id) ?? []).map((part) => part.questionId),
      is_closed: set !== null && set.part > 1,
    })
  }
  return fresh
}

/** Only if that day also delivered the set last. */
function openNext({ user_id, question_id, set_parts, last_delivered_on }: Delivery, { question_deliveries }: Rows<typeof tables>): void {
  const next = set_parts?.[set_parts.indexOf(question_id) + 1]
  const delivery = next === undefined ? null : question_deliveries.get({ user_id, question_id: next })
  if (delivery?.last_delivered_on === last_delivered_on) question_deliveries.set({ ...delivery, is_closed: false })
}

interface Seen {
  readonly userId: string
  readonly examId: string
  readonly date: string
  readonly question: { readonly questionId: string; readonly questionVersion: number; readonly module: ModuleName }
}
type LatestAnswer = Pick<Delivery, 'answered_on' | 'answered_version' | 'answer' | 'is_correct'>
const unanswered: LatestAnswer = { answered_on: null, answered_version: null, answer: null, is_correct: null }

/** A study day's delivery on that day or later takes precedence. A null answer keeps the previous one. */
function giveInExam(
  { userId, examId, date, question: { questionId, questionVersion, module } }: Seen,
  answer: LatestAnswer | null,
  { question_deliveries }: Rows<typeof tables>,
): void {
  const delivery = question_deliveries.get({ user_id: userId, question_id: questionId })
  if (delivery && delivery.last_delivered_on >= date) return
  const { answered_on, answered_version, answer: given, is_correct } = answer ?? delivery ?? unanswered
  question_deliveries.set({
    user_id: userId,
    question_id: questionId,
    question_version: questionVersion,
    module,
    first_delivered_on: delivery?.first_delivered_on ?? date,
    last_delivered_on: date,
    exam_id: examId,
    times: (delivery?.times ?? 0) + 1,
    answered_on,
    answered_version,
    answer: given,
    is_correct,
    flagged_for_review: delivery?.flagged_for_review ?? false,
    shuffle: null,
    set_parts: delivery?.set_parts ?? null,
    is_closed: false,
  })
}

export const studyDays = defineReadModel({
  name: 'study/study-days',
  version: 9,
  tables,
  on: {
    DailyQuestionsAssigned: ({ data }, rows) => {
      const { userId, date, questions } = data
      const day = dayOf(rows, userId, date)
      const fresh = deliver(data, rows)
      rows.study_days.set({ ...day, assigned: day.assigned + questions.length, delivered: day.delivered + fresh })
      for (const [index, question] of questions.entries())
        rows.daily_questions.set(
          newRow(tables.daily_questions, {
            id: dailyQuestionId(userId, date, question.questionId),
            user_id: userId,
            assigned_date: date,
            position: day.assigned + index,
            question_id: question.questionId,
            question_version: question.questionVersion,
            why: question.why,
          }),
        )
    },
    DailyEmailSent: ({ data: { userId, date, questionIds }, metadata }, { daily_questions }) => {
      for (const questionId of questionIds)
        update(daily_questions, { id: dailyQuestionId(userId, date, questionId) }, { email_sent: true, email_sent_at: metadata.occurredAt })
    },
    QuestionsDrawn: ({ data }, rows) => {
      const { userId, date } = data
      const day = dayOf(rows, userId, date)
      rows.study_days.set({ ...day, delivered: day.delivered + deliver(data, rows) })
    },
    AnswerSubmitted: ({ data }, rows) => {
      const { study_days, daily_questions, question_deliveries } = rows
      const { userId, date, questionId, questionVersion, answer, isCorrect, isScored } = data
      const day = dayOf(rows, userId, date)
      const counts = isScored && !isHeldBack(data)
      study_days.set({
        ...day,
        answered: day.answered + 1,
        scored: day.scored + (counts ? 1 : 0),
        correct: day.correct + (counts && isCorrect ? 1 : 0),
      })
      const question = daily_questions.get({ id: dailyQuestionId(userId, date, questionId) })
      if (question && !question.is_completed) daily_questions.set({ ...question, is_completed: true, answer, is_correct: isCorrect })
      const delivery = question_deliveries.get({ user_id: userId, question_id: questionId })
      // The first answer of a day stands; one of a later day replaces it.
      if (delivery === null || (delivery.answered_on !== null && delivery.answered_on >= date)) return
      question_deliveries.set({
        ...delivery,
        answered_on: date,
        answered_version: questionVersion,
        answer,
        is_correct: isCorrect,
        flagged_for_review: delivery.flagged_for_review || data.flaggedForReview,
      })
      if (date >= delivery.last_delivered_on) openNext(delivery, rows)
    },
    StudySessionCompleted: ({ data }, { study_days }) => {
      const day = data.mode === 'timed_exam' ? study_days.get({ user_id: data.userId, date: data.date }) : null
      if (day) study_days.set({ ...day, scored: day.scored + data.scored, correct: day.correct + data.correct })
    },
    ExamAnswered: ({ data: { userId, date } }, rows) => {
      const day = dayOf(rows, userId, date)
      rows.study_days.set({ ...day, answered: day.answered + 1 })
    },
    ExamCompleted: ({ data }, rows) => {
      for (const { data: question } of givenAnswers(data)) {
        const { userId, date, questionVersion, answer, isScored, isCorrect } = question
        const given = { answered_on: date, answered_version: questionVersion, answer, is_correct: isCorrect }
        giveInExam({ userId, examId: data.examId, date, question }, given, rows)
        const day = isScored ? rows.study_days.get({ user_id: userId, date }) : null
        if (day) rows.study_days.set({ ...day, scored: day.scored + 1, correct: day.correct + (isCorrect ? 1 : 0) })
      }
    },
    ExamGivenUp: ({ data: { seen, ...ofExam } }, rows) => {
      for (const question of seen) giveInExam({ ...ofExam, question }, null, rows)
    },
    QuestionFlaggedForReview: ({ data }, { question_deliveries }) =>
      update(question_deliveries, { user_id: data.userId, question_id: data.questionId }, { flagged_for_review: true }),
  },
})
