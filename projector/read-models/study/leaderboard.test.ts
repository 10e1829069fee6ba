import { DEFAULT_SETTINGS } from '@medicready/domain/accounts/shown/rules'
import type { Fact } from '@medicready/domain/events'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { leaderboard } from './leaderboard.ts'

const ana = '00000000-0000-4000-8000-00000000000a'
const ben = '00000000-0000-4000-8000-00000000000b'
const studySessionId = '00000000-0000-4000-8000-0000000000aa'
const questionId = '00000000-0000-4000-8000-000000000001'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const answered = (userId: string, date: string, module: ModuleName = 'Trauma', session: string | null = null): Fact =>
  answerSubmitted({ userId, date, questionId, module, studySessionId: session })
/** The facts of a test happen on Sunday, 1 March 2026. */
const showing = (userId: string, showOnLeaderboard: boolean): Fact => ({
  type: 'SettingsChanged',
  data: { userId, ...DEFAULT_SETTINGS, showOnLeaderboard, timeZone: 'UTC', timeZoneChangedAt: null },
})

test('answers are counted overall, by weeks starting on Monday, and by modules', () =>
  given(leaderboard, [answered(ana, '2026-03-01'), answered(ana, '2026-03-02', 'Pediatrics'), answered(ben, '2026-03-02')]).leaves({
    leaderboard: [{ total_answered: 2 }, { total_answered: 1 }],
    leaderboard_total: [{ students: 2 }],
    leaderboard_weeks: [
      { week: '2026-02-23', user_id: ana, total_answered: 1 },
      { week: '2026-03-02', user_id: ana, total_answered: 1 },
      { week: '2026-03-02', user_id: ben, total_answered: 1 },
    ],
    leaderboard_modules: [
      { module: 'Pediatrics', user_id: ana, correct_answers: 1 },
      { module: 'Trauma', user_id: ana },
      { module: 'Trauma', user_id: ben },
    ],
    leaderboard_students: [
      { ranked: '2026-02-23', students: 1 },
      { ranked: '2026-03-02', students: 2 },
      { ranked: 'Pediatrics', students: 1 },
      { ranked: 'Trauma', students: 2 },
    ],
  }))

test('a user who opts out is not shown or counted, and returns with all later answers', async () => {
  const left = [answered(ana, '2026-03-01'), answered(ben, '2026-03-01'), showing(ana, false), showing(ana, false)]
  const since = [...left, answered(ana, '2026-03-01', 'Pediatrics')]
  await given(leaderboard, since).leaves({
    leaderboard: [{ is_shown: false, total_answered: 2 }, { is_shown: true }],
    leaderboard_total: [{ students: 1 }],
    leaderboard_weeks: [{ is_shown: false }, { is_shown: true }],
    leaderboard_modules: [{ is_shown: false }, { is_shown: false }, { is_shown: true }],
    leaderboard_students: [
      { ranked: '2026-02-23', students: 1 },
      { ranked: 'Trauma', students: 1 },
    ],
  })
  await given(leaderboard, [...since, showing(ana, true)]).leaves({
    leaderboard: [{ is_shown: true, total_answered: 2 }, { is_shown: true }],
    leaderboard_total: [{ students: 2 }],
    leaderboard_students: [
      { ranked: '2026-02-23', students: 2 },
      { ranked: 'Pediatrics', students: 1 },
      { ranked: 'Trauma', students: 2 },
    ],
  })
})

test('the first answer of a day counts for each question, however often it is repeated', async () => {
  const right = (date: string, session: string | null): Fact => answered(ana, date, 'Trauma', session)
  const wrong: Fact = answerSubmitted({ userId: ana, date: '2026-03-03', questionId, module: 'Trauma', isCorrect: false })
  const once = { total_answered: 1, scored_answers: 1, correct_answers: 1 }
  const repeated = [right('2026-03-01', null), ...Array.from({ length: 300 }, (_, n) => right('2026-03-01', uuid(n)))]
  await given(leaderboard, repeated).leaves({ leaderboard: [once], leaderboard_weeks: [once], leaderboard_modules: [once] })
  const later = [...repeated, right('2026-03-02', null), wrong, right('2026-03-03', uuid(1)), right('2026-03-01', uuid(400))]
  const thrice = { total_answered: 3, scored_answers: 3, correct_answers: 2 }
  await given(leaderboard, later).leaves({ leaderboard: [thrice], leaderboard_modules: [thrice] })
})

test('a question of a timed exam that was already answered that day does not count again, and neither does a later repeat', async () => {
  const inExam = (session: string): Fact => {
    const fact = answered(ana, '2026-03-01', 'Trauma', session)
    return fact.type === 'AnswerSubmitted' ? { ...fact, data: { ...fact.data, mode: 'timed_exam' } } : fact
  }
  const session = { userId: ana, studySessionId, date: '2026-03-01', mode: 'timed_exam' as const }
  const completed: Fact = {
    type: 'StudySessionCompleted',
    data: { ...session, totalQuestions: 1, answered: 1, scored: 1, correct: 1, timeSpentSeconds: 20, endedBy: 'expired' },
  }
  const once = { total_answered: 1, scored_answers: 1, correct_answers: 1 }
  const outside = answered(ana, '2026-03-01')
  await given(leaderboard, [outside, inExam(studySessionId), completed]).leaves({ leaderboard: [once] })
  await given(leaderboard, [inExam(studySessionId), outside, completed]).leaves({ leaderboard: [once] })
})

test('right answers of a timed exam also count in their week and module once it has ended', async () => {
  const exam = answered(ana, '2026-03-01', 'Trauma', studySessionId)
  const inExam: Fact[] = exam.type === 'AnswerSubmitted' ? [{ ...exam, data: { ...exam.data, mode: 'timed_exam' } }] : []
  const untold = { total_answered: 1, scored_answers: 0, correct_answers: 0 }
  await given(leaderboard, inExam).leaves({ leaderboard: [untold], leaderboard_weeks: [untold], leaderboard_modules: [untold] })
  const session = { userId: ana, studySessionId, date: '2026-03-01', mode: 'timed_exam' as const }
  const completed: Fact = {
    type: 'StudySessionCompleted',
    data: { ...session, totalQuestions: 1, answered: 1, scored: 1, correct: 1, timeSpentSeconds: 20, endedBy: 'expired' },
  }
  const told = { total_answered: 1, scored_answers: 1, correct_answers: 1 }
  await given(leaderboard, [...inExam, completed, completed]).leaves({
    leaderboard: [told],
    leaderboard_weeks: [told],
    leaderboard_modules: [told],
  })
})
