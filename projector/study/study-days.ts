import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { defineProjection, type RowOf, type Rows, table } from '../projection.ts'
import { noteAdded, notePromoted, pilotTable, scoredNow } from '../questions/pilots.ts'

const dailyQuestionId = (userId: string, date: string, questionId: string) => `${userId}_${date}_${questionId}`

const tables = {
  /** The questions of the day, in the order in which they were assigned, with the first answer to each. */
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
      is_completed: 'boolean',
      selected_answer: 'text?',
      is_correct: 'boolean?',
    },
    indexes: ['(user_id, assigned_date)'],
  }),
  /** What a day came to. `delivered` is what counts towards the daily limit; `scored` are the answers that counted as right or wrong: all but those to pilots. */
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
  /** Each question that a learner ever had, with the latest answer to it: what the choice of the next questions and the question page rest on. */
  question_deliveries: table({
    key: ['user_id', 'question_id'],
    columns: {
      user_id: 'uuid',
      question_id: 'uuid',
      question_version: 'integer',
      module: 'text',
      first_delivered_on: 'date',
      last_delivered_on: 'date',
      /** On how many days. */
      times: 'integer',
      answered_on: 'date?',
      answered_version: 'integer?',
      selected_answer: 'text?',
      is_correct: 'boolean?',
      flagged_for_review: 'boolean',
    },
  }),
  study_day_pilots: pilotTable,
}

type StudyDay = RowOf<typeof tables.study_days>
type Delivered = Recorded<FactOf<'DailyQuestionsAssigned'>>['data'] | Recorded<FactOf<'QuestionsDrawn'>>['data']

const emptyDay = (user_id: string, date: string): StudyDay => ({
  user_id,
  date,
  assigned: 0,
  delivered: 0,
  answered: 0,
  scored: 0,
  correct: 0,
})

/** Notes the questions as delivered on the day and counts those that were not delivered on it before. */
function deliver({ userId, date, questions }: Delivered, rows: Rows<typeof tables>): number {
  let fresh = 0
  for (const { questionId, questionVersion, module } of questions)
    rows.question_deliveries.update({ user_id: userId, question_id: questionId }, (delivery) => {
      if (delivery?.last_delivered_on === date) return delivery
      fresh += 1
      return {
        user_id: userId,
        question_id: questionId,
        question_version: questionVersion,
        module,
        first_delivered_on: delivery?.first_delivered_on ?? date,
        last_delivered_on: date,
        times: (delivery?.times ?? 0) + 1,
        answered_on: delivery?.answered_on ?? null,
        answered_version: delivery?.answered_version ?? null,
        selected_answer: delivery?.selected_answer ?? null,
        is_correct: delivery?.is_correct ?? null,
        flagged_for_review: delivery?.flagged_for_review ?? false,
      }
    })
  return fresh
}

/** What each learner was given and answered, day by day: the streams `studyDay-<userId>_<date>`. */
export const studyDays = defineProjection({
  name: 'study/study-days',
  version: 2,
  tables,
  on: {
    QuestionAdded: ({ data }, rows) => noteAdded(rows.study_day_pilots, data),
    QuestionPromoted: ({ data }, rows) => notePromoted(rows.study_day_pilots, data),
    DailyQuestionsAssigned: ({ data }, rows) => {
      const { userId, date, questions } = data
      const fresh = deliver(data, rows)
      let first = 0
      rows.study_days.update({ user_id: userId, date }, (before) => {
        const day = before ?? emptyDay(userId, date)
        first = day.assigned
        return { ...day, assigned: day.assigned + questions.length, delivered: day.delivered + fresh }
      })
      for (const [index, { questionId, questionVersion }] of questions.entries())
        rows.daily_questions.insert({
          id: dailyQuestionId(userId, date, questionId),
          user_id: userId,
          assigned_date: date,
          position: first + index,
          question_id: questionId,
          question_version: questionVersion,
          is_completed: false,
          selected_answer: null,
          is_correct: null,
        })
    },
    QuestionsDrawn: ({ data }, rows) => {
      const { userId, date } = data
      const fresh = deliver(data, rows)
      rows.study_days.update({ user_id: userId, date }, (before) => {
        const day = before ?? emptyDay(userId, date)
        return { ...day, delivered: day.delivered + fresh }
      })
    },
    AnswerSubmitted: ({ data }, rows) => {
      const { userId, date, questionId, questionVersion, selectedAnswer, isCorrect } = data
      const scored = scoredNow(rows.study_day_pilots, questionId)
      const answer = { selected_answer: selectedAnswer, is_correct: isCorrect }
      rows.study_days.update({ user_id: userId, date }, (before) => {
        const day = before ?? emptyDay(userId, date)
        return { ...day, answered: day.answered + 1, scored: day.scored + scored, correct: day.correct + (isCorrect ? scored : 0) }
      })
      rows.daily_questions.update({ id: dailyQuestionId(userId, date, questionId) }, (question) =>
        question === null || question.is_completed ? question : { ...question, is_completed: true, ...answer },
      )
      // The first answer of a day stands; the answer of a later day takes its place.
      rows.question_deliveries.update({ user_id: userId, question_id: questionId }, (delivery) =>
        delivery === null || (delivery.answered_on !== null && delivery.answered_on >= date)
          ? delivery
          : {
              ...delivery,
              answered_on: date,
              answered_version: questionVersion,
              ...answer,
              flagged_for_review: delivery.flagged_for_review || data.flaggedForReview,
            },
      )
    },
    QuestionFlaggedForReview: ({ data }, rows) =>
      rows.question_deliveries.update(
        { user_id: data.userId, question_id: data.questionId },
        (delivery) => delivery && { ...delivery, flagged_for_review: true },
      ),
  },
})
