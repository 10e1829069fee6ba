import type { CalendarDay } from '@medicready/domain/calendar'
import { users } from '../accounts/users.ts'
import { type Camel, defineQuery } from '../query.ts'
import { studyDays } from './study-days.ts'
import { studySessions } from './study-sessions.ts'

interface Asked {
  readonly userId: string
  readonly questionId: string
}

/** The days on which a user had a question, the latest first, as far as they are kept. */
export const deliveryDays = defineQuery(
  [studyDays],
  (sql, { userId, questionId }: Asked) => sql<{ readonly day: CalendarDay }[]>`
    SELECT DISTINCT day::text FROM read.question_deliveries, unnest(ARRAY[last_delivered_on, answered_on, first_delivered_on]) AS day
    WHERE user_id = ${userId} AND question_id = ${questionId} AND day IS NOT NULL ORDER BY day DESC`,
)

/** The practice exam that gave a user a question last; no row where a study day did. */
export const examThatGave = defineQuery(
  [studyDays],
  (sql, { userId, questionId }: Asked) => sql<{ readonly examId: string }[]>`
    SELECT exam_id AS "examId" FROM read.question_deliveries
    WHERE user_id = ${userId} AND question_id = ${questionId} AND exam_id IS NOT NULL`,
)

export type OpenSession = Camel<typeof studySessions.tables.study_sessions, 'id' | 'user_id' | 'date'> &
  Camel<typeof users.tables.users, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>

/** The next open sessions after one, by ID, that were drawn on `latest` or before. */
export const openSessions = defineQuery(
  [studySessions, users],
  (sql, { latest, after, limit }: { readonly latest: CalendarDay; readonly after: string; readonly limit: number }) => sql<OpenSession[]>`
    SELECT s.id, s.user_id AS "userId", s.date::text, u.time_zone AS "timeZone", u.former_time_zone AS "formerTimeZone",
      u.time_zone_changed_at AS "timeZoneChangedAt"
    FROM read.study_sessions s JOIN read.users u ON u.id = s.user_id
    WHERE s.completed_at IS NULL AND s.date <= ${latest} AND s.id > ${after}
    ORDER BY s.id LIMIT ${limit}`,
)
