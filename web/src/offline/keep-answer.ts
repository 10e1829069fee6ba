import type { WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/session.ts'
import type { WaitingAnswer } from './database.ts'
import type { UnsentAnswer } from './outbox-of-browser.ts'
import { isSomeKept, someWait } from './waiting.ts'

const loadOutbox = () => import('./outbox-of-browser.ts')

export async function keepUnsent(error: unknown, unsent: UnsentAnswer): Promise<WithheldAnswer> {
  return { selectedAnswer: '', answer: await (await loadOutbox()).keepUnsent(error, unsent) }
}

export async function waitingIn(studySessionId: string | null, queries: QueryClient): Promise<ReadonlyMap<string, WaitingAnswer>> {
  if (!someWait()) return new Map()
  const answers = await readAll(queries).catch(() => [])
  const here = answers.filter((answer) => answer.studySessionId === studySessionId && answer.refusal === null)
  return new Map(here.map((answer) => [answer.questionId, answer]))
}

async function readAll(queries: QueryClient): Promise<readonly WaitingAnswer[]> {
  const [user, { readWaiting }] = await Promise.all([queries.ensureQueryData(sessionQuery), loadOutbox()])
  return user ? readWaiting(user.id) : []
}

/** Falls back to what was kept under a name when there is no connection. */
export const orKept = <Value>(name: string, answer: Promise<Value>): Promise<Value> =>
  answer.catch(async (error: unknown) => {
    if (!isSomeKept()) throw error
    return (await (await import('./kept-reads.ts')).keptInsteadOf(error, name)) as Value
  })
