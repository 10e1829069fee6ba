import { addDays } from '@medicready/domain/calendar'
import { nextOwnTime } from '@medicready/domain/reminders/own-time'
import { defineReadModel, table } from '../definition.ts'

/**
 * When the daily email of those who have asked for one comes next, so that the job of each minute finds those whose
 * time has come, and no others.
 */
export const dailyEmailTimes = defineReadModel({
  name: 'reminders/daily-email-times',
  version: 1,
  tables: {
    daily_email_times: table({
      key: ['user_id'],
      columns: {
        user_id: 'uuid',
        /** '13:00' */
        email_time: 'text',
        time_zone: 'text',
        /** The latest day for which one was due; null before the first. */
        came_on: 'date?',
        /** Null while none is wanted. */
        due_at: 'timestamptz?',
      },
      indexes: ['(due_at, user_id) WHERE due_at IS NOT NULL'],
    }),
  },
  on: {
    SettingsChanged: ({ data, metadata }, { daily_email_times }) => {
      const { userId: user_id, dailyEmailEnabled, dailyEmailTime: email_time, timeZone: time_zone } = data
      const before = daily_email_times.get({ user_id })
      const came_on = before?.came_on ?? null
      // Other settings do not put off what is due; a time that lay before this one was set does not come today.
      const isSame = before !== null && before.email_time === email_time && before.time_zone === time_zone
      const due = () => nextOwnTime(metadata.occurredAt, { timeZone: time_zone, time: email_time }, came_on)
      if (before || dailyEmailEnabled)
        daily_email_times.set({
          user_id,
          email_time,
          time_zone,
          came_on,
          due_at: dailyEmailEnabled ? ((isSame ? before.due_at : null) ?? due()) : null,
        })
    },
    DailyEmailDue: ({ data, metadata }, { daily_email_times }) => {
      const row = daily_email_times.get({ user_id: data.userId })
      if (!row) return
      const { email_time: time, time_zone: timeZone } = row
      const due_at = row.due_at && nextOwnTime(metadata.occurredAt, { timeZone, time }, data.date)
      daily_email_times.set({ ...row, came_on: data.date, due_at })
    },
    DailyEmailDropped: ({ data, metadata }, { daily_email_times }) => {
      const row = data.reason === 'moved' ? daily_email_times.get({ user_id: data.userId }) : null
      if (!row) return
      const { email_time: time, time_zone: timeZone } = row
      const came_on = addDays(data.date, -1)
      daily_email_times.set({ ...row, came_on, due_at: row.due_at && nextOwnTime(metadata.occurredAt, { timeZone, time }, came_on) })
    },
    AccountErased: ({ data: { userId: user_id } }, { daily_email_times }) => daily_email_times.delete({ user_id }),
  },
})
