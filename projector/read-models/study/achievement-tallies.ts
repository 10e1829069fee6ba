import type { FactOf, RecordedFact } from '@medicready/domain/events'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { newlyReached } from '@medicready/domain/study/achievements/catalogue'
import {
  afterAnswer,
  afterSession,
  afterStudyOn,
  isFresh,
  noTallies,
  readingSeconds,
  type Tallies,
} from '@medicready/domain/study/achievements/tallies'
import { type AnswerFact, countedAnswers } from '@medicready/domain/study/given-answers'
import { brokenOn, frozenOn, type StudyStreak } from '@medicready/domain/study/streak'
import { defineReadModel, type Rows, table, typed } from '../definition.ts'

type HeldAnswer = Pick<
  FactOf<'AnswerSubmitted'>['data'],
  'date' | 'questionId' | 'questionVersion' | 'module' | 'isCorrect' | 'isScored' | 'timeSpentSeconds'
> & { readonly isChosen: boolean }

const tables = {
  achievement_tallies: table({ key: ['user_id'], columns: { user_id: 'uuid', tallies: typed<Tallies>('coded jsonb') } }),
  /** The worker turns these into facts. */
  reached_achievements: table({
    key: ['user_id', 'achievement_id'],
    columns: {
      user_id: 'uuid',
      achievement_id: 'coded text',
      reached_on: 'date',
    },
  }),
  module_answers: table({
    key: ['user_id', 'module'],
    columns: { user_id: 'uuid', module: typed<ModuleName>('text'), recent: 'text' },
    private: true,
  }),
  counted_answers: table({
    key: ['user_id', 'question_id'],
    columns: { user_id: 'uuid', question_id: 'uuid', answered_on: 'date' },
    private: true,
  }),
  paced_questions: table({
    key: ['question_id', 'version'],
    columns: { question_id: 'uuid', version: 'integer', is_hard: 'boolean', reading_seconds: 'integer' },
    private: true,
  }),
  open_sessions: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      is_timed: 'boolean',
      fresh: 'integer',
      /** Held back: an achievement would reveal whether they are right. */
      held: typed<readonly HeldAnswer[]>('jsonb'),
    },
    private: true,
  }),
}

/** No object spread: runs for every answer. */
const heldAnswer = ({ data }: AnswerFact): HeldAnswer => ({
  date: data.date,
  questionId: data.questionId,
  questionVersion: data.questionVersion,
  module: data.module,
  isCorrect: data.isCorrect,
  isScored: data.isScored,
  timeSpentSeconds: data.timeSpentSeconds,
  isChosen: data.answer !== null,
})

const tell = (userId: string, before: Tallies, after: Tallies, date: string, rows: Rows<typeof tables>): void => {
  if (after !== before) rows.achievement_tallies.set({ user_id: userId, tallies: after })
  for (const { id } of newlyReached(before.measures, after.measures))
    rows.reached_achievements.set({ user_id: userId, achievement_id: id, reached_on: date })
}

function count(
  userId: string,
  tallies: Tallies,
  answer: HeldAnswer,
  { counted_answers, module_answers, paced_questions }: Rows<typeof tables>,
): { readonly tallies: Tallies; readonly isFresh: boolean } {
  const { questionId, questionVersion, module, date } = answer
  const answeredBefore = counted_answers.get({ user_id: userId, question_id: questionId })?.answered_on ?? null
  if (answeredBefore !== null && answeredBefore >= date) return { tallies, isFresh: false }
  counted_answers.set({ user_id: userId, question_id: questionId, answered_on: date })
  const paced = paced_questions.get({ question_id: questionId, version: questionVersion })
  const question = paced && { isHard: paced.is_hard, readingSeconds: paced.reading_seconds }
  const recent = module_answers.get({ user_id: userId, module })?.recent ?? ''
  const { isChosen, isScored, isCorrect, timeSpentSeconds } = answer
  const counted = { module, isChosen, isScored, isCorrect, date, timeSpentSeconds, answeredBefore, question }
  const after = afterAnswer(tallies, recent, counted)
  if (after.recent !== recent) module_answers.set({ user_id: userId, module, recent: after.recent })
  return { tallies: after.tallies, isFresh: isFresh(counted) }
}

function keepStreak(user_id: string, { achievement_tallies }: Rows<typeof tables>, next: (streak: StudyStreak) => StudyStreak): void {
  const row = achievement_tallies.get({ user_id })
  if (row) achievement_tallies.set({ ...row, tallies: { ...row.tallies, streak: next(row.tallies.streak) } })
}

function notePace({ data }: RecordedFact<'QuestionAdded' | 'QuestionRevised'>, { paced_questions }: Rows<typeof tables>): void {
  const { questionId, version, content } = data
  paced_questions.set({
    question_id: questionId,
    version,
    is_hard: content.difficulty !== 'easy',
    reading_seconds: readingSeconds(content),
  })
}

/** Timed sessions and practice exams count at completion, study days at once. */
export const achievementTallies = defineReadModel({
  name: 'study/achievement-tallies',
  version: 6,
  tables,
  on: {
    QuestionAdded: notePace,
    QuestionRevised: notePace,
    StudySessionStarted: ({ data }, { open_sessions }) =>
      open_sessions.set({ id: data.studySessionId, is_timed: data.secondsPerQuestion !== null, fresh: 0, held: [] }),
    AnswerSubmitted: (fact, rows) => {
      const { userId, date, studySessionId } = fact.data
      const before = rows.achievement_tallies.get({ user_id: userId })?.tallies ?? noTallies
      const studied = afterStudyOn(before, date)
      const answer = heldAnswer(fact)
      const session = studySessionId === null ? null : rows.open_sessions.get({ id: studySessionId })
      if (session?.is_timed) {
        rows.open_sessions.set({ ...session, held: [...session.held, answer] })
        return tell(userId, before, studied, date, rows)
      }
      const { tallies, isFresh } = count(userId, studied, answer, rows)
      if (session && isFresh) rows.open_sessions.set({ ...session, fresh: session.fresh + 1 })
      tell(userId, before, tallies, date, rows)
    },
    ExamAnswered: ({ data: { userId, date } }, rows) => {
      const before = rows.achievement_tallies.get({ user_id: userId })?.tallies ?? noTallies
      tell(userId, before, afterStudyOn(before, date), date, rows)
    },
    ExamCompleted: ({ data }, rows) => {
      const { userId, date } = data
      const before = rows.achievement_tallies.get({ user_id: userId })?.tallies ?? noTallies
      let tallies = before
      for (const answer of countedAnswers(data)) ({ tallies } = count(userId, tallies, heldAnswer(answer), rows))
      tell(userId, before, tallies, date, rows)
    },
    StreakBroken: ({ data }, rows) => keepStreak(data.userId, rows, (streak) => brokenOn(streak, data.date)),
    StreakFreezeSpent: ({ data }, rows) => keepStreak(data.userId, rows, (streak) => frozenOn(streak, data.date)),
    StudySessionCompleted: ({ data }, rows) => {
      const { userId, date, studySessionId } = data
      const session = rows.open_sessions.get({ id: studySessionId })
      if (!session) return
      const before = rows.achievement_tallies.get({ user_id: userId })?.tallies ?? noTallies
      let { fresh } = session
      let tallies = before
      for (const answer of session.held) {
        const counted = count(userId, tallies, answer, rows)
        tallies = counted.tallies
        if (counted.isFresh) fresh += 1
      }
      rows.open_sessions.delete({ id: studySessionId })
      tell(userId, before, afterSession(tallies, { ...data, fresh }), date, rows)
    },
  },
})
