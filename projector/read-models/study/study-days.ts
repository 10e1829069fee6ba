import type { RecordedFact } from '@medicready/domain/events'
import type { ItemAnswer } from '@medicready/domain/questions/content/item'
import type { SelectionReason } from '@medicready/domain/questions/delivered-question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { givenAnswers } from '@medicready/domain/study/given-answers'
import { isHeldBack } from '@medicready/domain/study/study-session'
import { defineReadModel, newRow, type RowOf, type Rows, rowFrom, table, typed, update } from '../definition.ts'

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

interface Seen {
  readonly userId: string
  readonly date: string
  readonly question: { readonly questionId: string; readonly questionVersion: number; readonly module: ModuleName }
}
type LatestAnswer = Pick<Delivery, 'answered_on' | 'answered_version' | 'answer' | 'is_correct'>
const unanswered: LatestAnswer = { answered_on: null, answered_version: null, answer: null, is_correct: null }

function onceMore(delivery: Delivery | null, { userId, date, question: { questionId, questionVersion, module } }: Seen): Delivery {
  const given = { question_version: questionVersion, module, last_delivered_on: date }
  const first = { user_id: userId, question_id: questionId, first_delivered_on: date }
  return delivery
    ? { ...delivery, ...given, times: delivery.times + 1 }
    : newRow(tables.question_deliveries, { ...first, ...given, times: 1 })
}

function deliver({ userId, date, questions }: Delivered, { question_deliveries }: Rows<typeof tables>): number {
  let fresh = 0
  const sets = Map.groupBy(questions, ({ set }) => set?.id)
  for (const question of questions) {
    const { questionId, set, shuffle } = question
    const delivery = question_deliveries.get({ user_id: userId, question_id: questionId })
    const isFromExam = delivery !== null && delivery.exam_id !== null
    if (delivery?.last_delivered_on === date && !isFromExam) continue
    fresh += 1
    question_deliveries.set({
      ...onceMore(delivery, { userId, date, question }),
      // Exam answers of the same day are asked again, like those of earlier days.
      ...(isFromExam && delivery.answered_on === date && unanswered),
      exam_id: null,
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

/** A study day's delivery on that day or later takes precedence. A null answer keeps the previous one. */
function giveInExam(
  seen: Seen & { readonly examId: string },
  answer: LatestAnswer | null,
  { question_deliveries }: Rows<typeof tables>,
): void {
  const delivery = question_deliveries.get({ user_id: seen.userId, question_id: seen.question.questionId })
  if (delivery && delivery.last_delivered_on >= seen.date) return
  question_deliveries.set({ ...onceMore(delivery, seen), ...answer, exam_id: seen.examId, shuffle: null, is_closed: false })
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
          rowFrom(tables.daily_questions, question, {
            id: dailyQuestionId(userId, date, question.questionId),
            user_id: userId,
            assigned_date: date,
            position: day.assigned + index,
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
