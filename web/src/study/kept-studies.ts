import type { CalendarDay } from '@medicready/domain/calendar'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { StudySession } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { QueryClient } from '@tanstack/react-query'
import { waitingIn } from '../offline/keep-answer.ts'

/** A session as it was read, and by how much the server's clock is ahead of this device's. */
export interface SessionRead {
  session: StudySession
  skew: number
}

/** What is kept of today's questions and of sessions, to be answered without a connection. */

export const keptDay = (today: CalendarDay): string => `daily ${today}`
export const keptSession = (id: string): string => `session ${id}`

/** As the questions stood before they were answered: that they were stays known, what is right does not. */
export const withoutKeys = (questions: DailyQuestion[]): DailyQuestion[] | null =>
  questions.length === 0 ? null : questions.map((question) => ({ ...question, answer: null }))

/** Where a clock runs or nothing is left to answer, nothing is kept. */
export const sessionWithoutKeys = (read: SessionRead | null): SessionRead | null =>
  read === null || read.session.completedAt !== null || !studyModeRules[read.session.mode].showsAnswers
    ? null
    : { ...read, session: { ...read.session, score: null, questions: read.session.questions.map((each) => ({ ...each, result: null })) } }

/** With the answers that wait in this browser as given. */
export async function answeredHere(questions: DailyQuestion[], queries: QueryClient): Promise<DailyQuestion[]> {
  const waiting = await waitingIn(null, queries)
  return waiting.size === 0
    ? questions
    : questions.map((question) => (waiting.has(question.questionId) ? { ...question, isCompleted: true } : question))
}

/** The same for a session. */
export async function sessionAnsweredHere(read: SessionRead | null, queries: QueryClient): Promise<SessionRead | null> {
  if (read === null) return null
  const waiting = await waitingIn(read.session.id, queries)
  if (waiting.size === 0) return read
  const questions = read.session.questions.map((each) => {
    const given = waiting.get(each.questionId)
    return given && !each.isAnswered ? { ...each, isAnswered: true, given: { selectedAnswer: '', answer: given.answer } } : each
  })
  return { ...read, session: { ...read.session, questions } }
}
