import { addDays } from '@medicready/domain/core/shown/calendar'
import { nextOwnTime } from '@medicready/domain/reminders/own-time'
import { defineReadModel, table } from '../definition.ts'

/** Next due times, so that the minutely job finds only due users. */
export const dailyEmailTimes = defineReadModel({
  name: 'reminders/daily-email-times',
  version: 1,
  tables: {
    daily_email_times: table({
      key: ['user_id'],
      columns: {
        user_id: 'uuid',
        email_time: 'coded text',
        time_zone: 'coded text',
        came_on: 'date?',
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
      // Other settings do not postpone a due email; a time set after it passed does not apply today.
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
