import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appendFacts, factsOf } from './given-questions.ts'

/** Each minute the worker ends expired exams; the page must come first. */
const LATEST_SECOND = 40
const FIRST_SECOND = 5

/** Starts a copy of the student's exam that ends in about `atLeast` seconds. Returns its id. */
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
