import type { User } from '@medicready/domain/contract/accounts'
import type { DailyQuestion } from '@medicready/domain/contract/study'
import type { Query, QueryClient } from '@tanstack/react-query'
import { rooms } from '../api/rooms.ts'
import { todayOf } from '../api/today.ts'
import { keptDeliveries } from '../offline/deliveries.ts'
import { keepFor, shown } from '../offline/kept-reads.ts'
import { keptDay, keptSession, type SessionRead, sessionWithoutKeys, withoutKeys } from './kept-studies.ts'
import { dailyQuestionsQuery } from './queries.ts'
import { openSessionsQuery, studySessionQuery } from './session-queries.ts'

/** Nothing of this is needed for the screen that is looked at now. */
const AHEAD_AFTER_MS = 5_000
/** As many reviews as somebody may have begun in a day. */
const MOST_REVIEWS = 3

/**
 * Keeps in this browser today's questions and each session that is read, so that they can be answered without a
 * connection. Reads ahead what nobody may look at in time: today's questions, and the reviews that were begun.
 */
export function keepStudies(user: User, queries: QueryClient): () => void {
  const keep = (query: Query) => {
    const kept = worthKeeping(query)
    // What was shown as it was kept gets no younger by that.
    if (kept && !shown.isKept) void keepFor(user.id, kept.name, kept.value)
  }
  keptDeliveries()
    .then((deliveries) => deliveries.tidy(user.id))
    .catch(() => undefined)
  for (const query of queries.getQueryCache().getAll()) keep(query)
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
  const timer = setTimeout(() => void readAhead(user, queries).catch(() => undefined), AHEAD_AFTER_MS)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

function worthKeeping({ queryKey, state: { data } }: Query): { name: string; value: unknown } | null {
  const [room, what, which] = queryKey as readonly string[]
  if (!data || room !== rooms.study[0] || which === undefined) return null
  const [name, value] =
    what === 'dailyQuestions'
      ? [keptDay(which), withoutKeys(data as DailyQuestion[])]
      : [keptSession(which), what === 'session' ? sessionWithoutKeys(data as SessionRead) : null]
  return value === null ? null : { name, value }
}

async function readAhead(user: User, queries: QueryClient): Promise<void> {
  if (!navigator.onLine) return
  await queries.prefetchQuery(dailyQuestionsQuery(todayOf(user)))
  const reviews = (await queries.fetchQuery(openSessionsQuery)).filter(({ mode }) => mode === 'review')
  for (const { id } of reviews.slice(0, MOST_REVIEWS)) await queries.prefetchQuery(studySessionQuery(id))
}
