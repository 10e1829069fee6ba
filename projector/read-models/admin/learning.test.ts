import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import { dayOf } from '@medicready/domain/admin/activity'
import { ACTIVE_DAYS } from '@medicready/domain/admin/shown/figure-names'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import { countedAnswers } from '@medicready/domain/study/given-answers'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { asLogEntries, history } from '@medicready/platform/testing/history'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { learning } from './learning.ts'

const userId = '00000000-0000-4000-8000-000000000001'

test('an erased user keeps their figures but loses their name', () => {
  const erased: Fact[] = [
    accountRegistered(userId),
    { type: 'TierChanged', data: { userId, from: 'free', to: 'premium', cause: 'granted', reason: null } },
    { type: 'AccountErased', data: { userId } },
  ]
  return given(learning, erased).leaves({
    students: [{ user_id: userId, is_erased: true, subscription_tier: 'premium' }],
    student_people: [{ user_id: userId, name: '', email: '', phone: null, search: '' }],
    cohort_sizes: [{ cohort: '2026-03', day: '2026-03-01', registered: 1 }],
  })
})

/** Every answer that counts, computed only from the facts. */
const answersIn = (entries: readonly LogEntry[]) =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'fact') return []
    const { fact } = entry
    const given = fact.type === 'AnswerSubmitted' ? [fact] : fact.type === 'ExamCompleted' ? countedAnswers(fact.data) : []
    return given.map(({ data, metadata }) => ({ ...data, day: dayOf(metadata.occurredAt) }))
  })

test.each([1, 2, 3])('the figures equal a plain count of the log (seed %i)', async (seed) => {
  const entries = [...asLogEntries(history({ seed, students: 8, days: 40, questionsPerModule: 3 }))]
  const rows = await given(learning, entries).rows()
  const answers = answersIn(entries)
  const days = rows.learning_days
  for (const { day, answered, scored, correct, active } of days) {
    const own = answers.filter((answer) => answer.day === day)
    const right = own.filter((answer) => answer.isScored && answer.isCorrect)
    expect({ answered, scored, correct, active }).toEqual({
      answered: own.length,
      scored: own.filter(({ isScored }) => isScored).length,
      correct: right.length,
      active: new Set(own.map(({ userId }) => userId)).size,
    })
    const isLately = (answered: string) => answered <= day && addDays(answered, ACTIVE_DAYS) > day
    const lately = new Set(answers.filter((answer) => isLately(answer.day)).map(({ userId }) => userId))
    const sum = days.reduce((total, row) => total + (row.day <= day ? row.active_change : 0), 0)
    expect(sum, `active on ${day}`).toBe(lately.size)
    const { length: shown } = rows.student_days.filter((row) => isLately(row.day) && (row.next_on === null || row.next_on > day))
    expect(shown, `rows that say who is active on ${day}`).toBe(lately.size)
  }
  for (const student of rows.students) {
    const own = answers.filter((answer) => answer.userId === student.user_id)
    const right = own.filter((answer) => answer.isScored && answer.isCorrect)
    expect(student).toMatchObject({
      answered: own.length,
      correct: right.length,
      right_questions: new Set(right.map(({ questionId }) => questionId)).size,
    })
  }
})
