/** Only the learner's own screens: nothing of other people, no content of questions, no payments. */
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

/** These are about today: on the next day they would be wrong. */
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

export function mayStillAnswer(path: string, keptAt: Date, now: Date): boolean {
  if (!keptPaths.includes(path) || keptAt > now) return false
  if ((ofOneDay as readonly string[]).includes(path)) return keptAt.toDateString() === now.toDateString()
  return now.getTime() - keptAt.getTime() < LASTING_DAYS * DAY_MS
}
