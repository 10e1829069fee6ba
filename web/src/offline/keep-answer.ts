import type { WaitingAnswer } from './database.ts'
import { someWait } from './waiting.ts'

/** What keeps answers and sends them is loaded when it is needed. */
const loadOutbox = () => import('./outbox-of-browser.ts')

/** Keeps an answer until it can be sent. Rejects where the browser keeps nothing. */
export const keepAnswer = async (answer: WaitingAnswer): Promise<void> => (await loadOutbox()).keepAnswer(answer)

/** The answers that wait in a study session, or outside of all. */
export async function waitingIn(studySessionId: string | null): Promise<ReadonlyMap<string, WaitingAnswer>> {
  const answers = someWait() ? await (await loadOutbox()).readWaiting().catch(() => []) : []
  return new Map(
    answers.flatMap((answer) => (answer.studySessionId === studySessionId && answer.refusal === null ? [[answer.questionId, answer]] : [])),
  )
}
