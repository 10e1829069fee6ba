import { accountDay } from '@medicready/domain/accounts/account-day'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'

/** What a query has to bring of `read.users` to tell an account's day. */
export type CalendarRow = Pick<RowOf<typeof users.tables.users>, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>

/** Today on the account's own calendar. */
export const todayOf = ({ time_zone, former_time_zone, time_zone_changed_at }: CalendarRow, now: string): CalendarDay =>
  accountDay(now, { timeZone: time_zone, formerTimeZone: former_time_zone, timeZoneChangedAt: time_zone_changed_at })
