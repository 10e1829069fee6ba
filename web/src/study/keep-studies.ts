import { type AccountCalendar, accountDay } from '@medicready/domain/accounts/shown/account-day'
import type { User } from '@medicready/domain/contract/accounts/accounts'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { addDays, type CalendarDay, DAY_MILLISECONDS } from '@medicready/domain/core/shown/calendar'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Response } from '../api/client.ts'
import { rooms } from '../api/query-keys.ts'
import { todayOf } from '../api/today.ts'
import { keptQuestion, questionWithoutKeys } from '../offline/kept-question.ts'
import { forget, isMetered, keepFor, keptOf, shown, tidy } from '../offline/kept-reads.ts'
import {
  dailyQuestionsQuery,
  keptDay,
  keptSession,
  openSessionsQuery,
  type SessionRead,
  sessionWithoutKeys,
  studySessionQuery,
  withoutKeys,
} from './queries.ts'

export const keptQuery = (userId: string) =>
  queryOptions({ queryKey: ['offline', 'kept', userId], queryFn: () => keptOf(userId), staleTime: 0 })

/** The end of a day in the account's calendar, to the second. The day is within three days of now. */
export function endOfDay(day: CalendarDay, calendar: AccountCalendar, now: number): number {
  let [before, after] = [now, now + 3 * DAY_MILLISECONDS]
  while (after - before > 1000) {
    const middle = (before + after) / 2
    if (accountDay(new Date(middle).toISOString(), calendar) > day) after = middle
    else before = middle
  }
  return after
}

/** A session can be answered until the end of the day after it started. */
export const lastDayOf = ({ session: { startedAt } }: SessionRead, calendar: AccountCalendar): CalendarDay =>
  addDays(accountDay(startedAt, calendar), 1)

export type KeptQuestion = Response<'GET /api/questions/{id}'>

export type Kept = DailyQuestion[] | SessionRead | KeptQuestion

/** `waits` tells which answers wait to be sent. */
export function leftIn(kept: Kept, waits: (questionId: string, studySessionId: string | null) => boolean): number {
  if (Array.isArray(kept)) return kept.filter(({ questionId, isCompleted }) => !isCompleted && !waits(questionId, null)).length
  if ('stem' in kept) return waits(kept.id, null) ? 0 : 1
  const { id, questions } = kept.session
  return questions.filter(({ questionId, isAnswered }) => !isAnswered && !waits(questionId, id)).length
}

/** Not needed by the current screen. */
const AHEAD_AFTER_MS = 5_000
/** Only the latest open sessions. */
const MOST_SESSIONS = 5

/** Prefetches today's questions and open sessions for use offline, except on connections that may cost money. */
export function keepStudies(user: User, queries: QueryClient): () => void {
  const keep = async (query: Query) => {
    const kept = worthKeeping(query, user)
    // Data that came from this store must not look fresh.
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

/** Safari has no requestIdleCallback. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else work()
}

interface Worth<Value> {
  name: string
  value: Value
  until?: number
}

/** A null value means that the stored entry is to be removed. */
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
