import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import type { QueryClient } from '@tanstack/react-query'
import { isSameAnswer } from '../answering/answer/item-answer.ts'
import { api } from '../api/client.ts'
import { clockSkew } from '../api/clock-skew.ts'
import { ApiError, ConnectionError, orNullWhenSignedOut } from '../api/errors.ts'
import { newUuid } from '../api/new-uuid.ts'
import { rooms } from '../api/query-keys.ts'
import { toast } from '../ui/toast.tsx'
import { openOfflineDatabase, type WaitingAnswer } from './database.ts'
import { shown } from './kept-reads.ts'
import { Outbox, type Sending } from './outbox.ts'
import { noteSomeWait, waitingAnswers } from './waiting.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** A request that hangs this long is given up and sent again. */
const PATIENCE_MS = 30_000

let channel: BroadcastChannel | null = null
/** Opened with the first use: an open channel keeps a process that renders pages alive. */
function windows(): BroadcastChannel {
  channel ??= new BroadcastChannel('medicready.outbox')
  return channel
}
let user: string | null = null
let queries: QueryClient | null = null
let pause = FIRST_PAUSE_MS
let timer: ReturnType<typeof setTimeout> | undefined

let opened: Promise<Outbox> | null = null
/** Rejects in a browser that stores nothing. */
function outboxOfBrowser(): Promise<Outbox> {
  opened ??= openOfflineDatabase().then(
    (database) =>
      new Outbox({
        database,
        locks: navigator.locks,
        whoIsSignedIn: async () => {
          const read = await orNullWhenSignedOut(api.withHeaders('GET /api/auth/user', { signal: AbortSignal.timeout(PATIENCE_MS) }))
          return read?.body ? { userId: read.body.id, skew: clockSkew(read.headers.get('date'), Date.now()) } : null
        },
        send: (body, idempotencyKey) => api('POST /api/user/responses', { body, idempotencyKey, signal: AbortSignal.timeout(PATIENCE_MS) }),
        changed: () => {
          windows().postMessage('changed')
          void show()
        },
      }),
  )
  return opened
}

export const readWaiting = async (userId: string): Promise<readonly WaitingAnswer[]> => (await outboxOfBrowser()).waiting(userId)

/** Also refetches what was sent meanwhile, by any window. */
async function show(): Promise<void> {
  const before = waitingAnswers.read()
  const now = user === null ? [] : await readWaiting(user)
  noteSomeWait(now.length > 0)
  waitingAnswers.set(now)
  const waits = new Set(now.filter(({ refusal }) => refusal === null).map(({ id }) => id))
  if (!queries || before.every(({ id, refusal }) => refusal !== null || waits.has(id))) return
  await queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
  await queries.invalidateQueries({ queryKey: rooms.questions })
}

export async function sendNow(): Promise<Sending> {
  clearTimeout(timer)
  const outbox = await outboxOfBrowser()
  const sending = user === null ? 'signedOut' : await outbox.send(user)
  if (sending === 'done') pause = FIRST_PAUSE_MS
  if (sending === 'later') {
    // Random, or windows that try at the same moment would collide again and again.
    timer = setTimeout(() => void sendIfOnline(), pause * (0.5 + Math.random()))
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
  }
  return sending
}

const sendIfOnline = async (): Promise<void> => {
  if (navigator.onLine && waitingAnswers.read().some(({ refusal }) => refusal === null)) await sendNow()
}

export type UnsentAnswer = Pick<WaitingAnswer, 'userId' | 'questionId' | 'studySessionId' | 'stem' | 'answer' | 'body'>

/** Returns the answer that stands. Rejects with the original error where this one can never be sent. */
export async function keepUnsent(error: unknown, unsent: UnsentAnswer): Promise<ItemAnswer | null> {
  if (!mayWait(error)) throw error
  const outbox = await outboxOfBrowser().catch(() => Promise.reject(error))
  const answer = { ...unsent, id: newUuid(), givenAt: Date.now(), refusal: null }
  const stands = await outbox.keep(answer).catch(() => Promise.reject(error))
  await show()
  clearTimeout(timer)
  timer = setTimeout(() => void sendIfOnline(), pause)
  if (!isSameAnswer(stands.answer, answer.answer))
    toast({
      title: 'Answered already',
      description: 'You already answered this question in another window. That answer counts.',
    })
  return stands.answer
}

/** Whether an answer may arrive later: there is no connection, or the service is away for a moment. */
const mayWait = (error: unknown): boolean => error instanceof ConnectionError || (error instanceof ApiError && error.status >= 502)

export const dismiss = async (place: number): Promise<void> => (await outboxOfBrowser()).dismiss(place)

export function startOutbox(userId: string, queryClient: QueryClient): () => void {
  user = userId
  queries = queryClient
  const begin = () => {
    pause = FIRST_PAUSE_MS
    void sendIfOnline()
    if (!shown.isKept || !navigator.onLine) return
    shown.isKept = false
    void queryClient.invalidateQueries()
  }
  const look = () => {
    if (document.visibilityState === 'visible') begin()
  }
  const hear = () => void show()
  windows().addEventListener('message', hear)
  window.addEventListener('online', begin)
  document.addEventListener('visibilitychange', look)
  show().then(begin, () => undefined)
  return () => {
    clearTimeout(timer)
    windows().removeEventListener('message', hear)
    window.removeEventListener('online', begin)
    document.removeEventListener('visibilitychange', look)
  }
}
