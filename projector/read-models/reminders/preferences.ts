import type { QuietHours, Reminders } from '@medicready/domain/reminders/shown/rules'
import { defineReadModel, table, typed } from '../definition.ts'

/** Only for people who changed the defaults. */
export const reminderPreferences = defineReadModel({
  name: 'reminders/preferences',
  version: 1,
  tables: {
    reminder_preferences: table({
      key: ['user_id'],
      columns: {
        user_id: 'uuid',
        mail: typed<Reminders['mail']>('jsonb'),
        push: typed<Reminders['push']>('jsonb'),
        quiet_hours: typed<QuietHours | null>('jsonb?'),
      },
    }),
  },
  on: {
    RemindersChanged: ({ data: { userId: user_id, mail, push, quietHours: quiet_hours } }, { reminder_preferences }) =>
      reminder_preferences.set({ user_id, mail, push, quiet_hours }),
    AccountErased: ({ data: { userId: user_id } }, { reminder_preferences }) => reminder_preferences.delete({ user_id }),
  },
})
