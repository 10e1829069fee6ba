/**
 * What is kept of the server's answers, to be read without a connection: the learner's own screens, as they were last
 * seen. Nothing of administrators, nothing of other people (the leaderboard), nothing with the content of questions,
 * and nothing of payments.
 */
const lasting = [
  '/api/auth/user',
  '/api/user/modules',
  '/api/user/modules/all',
  '/api/user/activity',
  '/api/user/achievements',
  '/api/user/analytics',
  '/api/readiness',
  '/api/study-sessions',
  '/api/practice-exams/history',
  '/api/review/retention',
  '/api/quizzes/topics',
  '/api/quizzes/presets',
] as const

/** These speak of today: on the next day they would be wrong. */
const ofOneDay = [
  '/api/daily-questions',
  '/api/subscription/status',
  '/api/user/stats',
  '/api/user/plan',
  '/api/review/due',
  '/api/review/forecast',
] as const

export const keptPaths: readonly string[] = [...lasting, ...ofOneDay]

const LASTING_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Whether an answer that was kept at a moment still tells the truth, by this device's calendar. */
export function mayStillAnswer(path: string, keptAt: Date, now: Date): boolean {
  if (!keptPaths.includes(path) || keptAt > now) return false
  if ((ofOneDay as readonly string[]).includes(path)) return keptAt.toDateString() === now.toDateString()
  return now.getTime() - keptAt.getTime() < LASTING_DAYS * DAY_MS
}
