import type { StudySession } from '@medicready/domain/contract/study/study-sessions'
import { queryOptions } from '@tanstack/react-query'
import { clockSkew } from '../api/clock-skew.ts'
import { ApiError } from '../api/errors.ts'
import { read, readWithHeaders } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'
import { orKept } from '../offline/or-kept.ts'
import { practiceQuestions } from './chosen-mode.ts'
import { keptSession, type SessionRead, sessionAnsweredHere } from './kept-studies.ts'
import { justDrawn } from './session-questions.ts'

/** A session; null where there is none. Another device may go on with it. */
export const studySessionQuery = (id: string) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.study, 'session', id],
    queryFn: async (query): Promise<SessionRead | null> => {
      const ask = async () => {
        const { body: session, headers } = await readWithHeaders(query, 'GET /api/study-sessions/{id}', { params: { id } })
        return { session, skew: clockSkew(headers.get('date'), Date.now()) }
      }
      try {
        return await sessionAnsweredHere(await orKept(keptSession(id), ask()), query.client)
      } catch (error) {
        // An address that was mistyped is as good as a session that is gone.
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
    // Practice is there before it was read.
    initialData: () => begunPractice(id),
    initialDataUpdatedAt: 0,
  })

function begunPractice(id: string): SessionRead | undefined {
  const questions = practiceQuestions(id)
  if (!questions) return undefined
  const session: StudySession = {
    id,
    mode: 'practice',
    startedAt: new Date().toISOString(),
    completedAt: null,
    secondsPerQuestion: null,
    clockStartedAt: null,
    questions: questions.map(justDrawn),
    score: null,
  }
  return { session, skew: 0 }
}

/** The sessions that can be taken up, newest first. */
export const openSessionsQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.study, 'sessions', 'open'],
  queryFn: async (query) => (await read(query, 'GET /api/study-sessions')).filter(({ completedAt }) => completedAt === null),
})
