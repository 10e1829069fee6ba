import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appendFacts, factsOf } from './given-questions.ts'

/** Begins an exam like another one of the same student's, so long ago that its time is nearly up. Answers its id. */
export async function giveEndingExam(page: Page, like: string, secondsLeft: number): Promise<string> {
  const [started] = await factsOf(`exam-${like}`)
  if (started?.type !== 'ExamStarted') throw new Error('There is no exam like that.')
  const examId = randomUUID()
  const startedAt = new Date(Date.now() - 1000 * (started.data.seconds - secondsLeft)).toISOString()
  const facts = [{ type: started.type, data: { ...started.data, examId, startedAt } } as const]
  const position = await appendFacts([{ stream: `exam-${examId}`, facts, occurredAt: startedAt }])
  await page.request.get(`/api/practice-exams/${examId}`, { headers: { 'Consistency-Token': position } })
  return examId
}
