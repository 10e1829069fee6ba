import type { User } from '@medicready/domain/contract/accounts/accounts'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { Query, QueryClient } from '@tanstack/react-query'
import { rooms } from '../api/rooms.ts'
import { todayOf } from '../api/today.ts'
import { keptQuestion, questionWithoutKeys } from '../offline/kept-question.ts'
import { forget, keepFor, shown, tidy } from '../offline/kept-reads.ts'
import { isMetered } from '../offline/metered.ts'
import { keptQuery } from './kept-query.ts'
import { keptDay, keptSession, type SessionRead, sessionWithoutKeys, withoutKeys } from './kept-studies.ts'
import { endOfDay, type KeptQuestion, lastDayOf } from './kept-times.ts'
import { dailyQuestionsQuery } from './queries.ts'
import { openSessionsQuery, studySessionQuery } from './session-queries.ts'

/** Nothing of this is needed for the screen that is looked at now. */
const AHEAD_AFTER_MS = 5_000
/** Of the sessions that were begun, the latest: as many as somebody may go on with. */
const MOST_SESSIONS = 5

/**
 * Keeps in this browser today's questions and each session that is read, so that they can be answered without a
 * connection. Reads ahead what nobody may look at in time: today's questions, and the sessions that were begun, but not
 * where that may cost something.
 */
export function keepStudies(user: User, queries: QueryClient): () => void {
  const keep = async (query: Query) => {
    const kept = worthKeeping(query, user)
    // What was shown as it was kept gets no younger by that.
    if (!kept || shown.isKept) return
    const { name, value, until } = kept
    const isChanged = value === null ? await forget(user.id, name) : await keepFor(user.id, name, value, { until })
    if (isChanged) await queries.invalidateQueries({ queryKey: keptQuery(user.id).queryKey })
  }
  tidy(user.id).catch(() => undefined)
  for (const query of queries.getQueryCache().getAll()) void keep(query)
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') void keep(event.query)
  })
  const timer = setTimeout(() => whenIdle(() => void readAhead(user, queries).catch(() => undefined)), AHEAD_AFTER_MS)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Safari knows no idle time: then it is now. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else work()
}

interface Worth<Value> {
  name: string
  value: Value
  until?: number
}

/** What is kept of what was read; null in place of its value where nothing of it is to be kept any more. */
function worthKeeping({ queryKey, state: { data } }: Query, user: User): Worth<unknown> | null {
  const [room, what = '', which = ''] = queryKey as readonly string[]
  if (typeof data !== 'object' || data === null) return null
  if (room === rooms.questions[0])
    return 'stem' in data ? { name: keptQuestion(what), value: questionWithoutKeys(data as KeptQuestion) } : null
  if (room !== rooms.study[0]) return null
  if (what === 'dailyQuestions') return worthOfDay(which, data as DailyQuestion[], user)
  return what === 'session' ? (worthOfSession(data as SessionRead, user) ?? { name: keptSession(which), value: null }) : null
}

function worthOfDay(today: string, questions: DailyQuestion[], user: User): Worth<DailyQuestion[]> | null {
  const value = withoutKeys(questions)
  return value && { name: keptDay(today), value, until: endOfDay(today, user, Date.now()) }
}

/** What is kept of a session; null where nothing is. */
export function worthOfSession(read: SessionRead | null, user: User): Worth<SessionRead> | null {
  const value = sessionWithoutKeys(read)
  return value && { name: keptSession(value.session.id), value, until: endOfDay(lastDayOf(value, user), user, Date.now()) }
}

async function readAhead(user: User, queries: QueryClient): Promise<void> {
  if (!navigator.onLine || isMetered()) return
  await queries.prefetchQuery(dailyQuestionsQuery(todayOf(user)))
  const begun = (await queries.fetchQuery(openSessionsQuery)).filter(({ mode }) => studyModeRules[mode].showsAnswers)
  for (const { id } of begun.slice(0, MOST_SESSIONS)) await queries.prefetchQuery(studySessionQuery(id))
}
