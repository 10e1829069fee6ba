import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appendFacts, factsOf } from './given-questions.ts'

/** With each minute the worker ends the exams whose time is up: long enough before, it is for the page to do. */
const LATEST_SECOND = 40
const FIRST_SECOND = 5

/**
 * Begins an exam like another one of the same student's, so long ago that its time is nearly up: in `atLeast` seconds,
 * and in time for its page to end it. Returns its id.
 */
export async function giveEndingExam(page: Page, like: string, atLeast: number): Promise<string> {
  const [started] = await factsOf(`exam-${like}`)
  if (started?.type !== 'ExamStarted') throw new Error('There is no exam like that.')
  const examId = randomUUID()
  const second = new Date(Date.now() + 1000 * atLeast).getUTCSeconds()
  const secondsLeft = second <= LATEST_SECOND ? atLeast : atLeast + 60 - second + FIRST_SECOND
  const startedAt = new Date(Date.now() - 1000 * (started.data.seconds - secondsLeft)).toISOString()
  const facts = [{ type: started.type, data: { ...started.data, examId, startedAt } } as const]
  const position = await appendFacts([{ stream: `exam-${examId}`, facts, occurredAt: startedAt }])
  await page.request.get(`/api/practice-exams/${examId}`, { headers: { 'Consistency-Token': position } })
  return examId
}
