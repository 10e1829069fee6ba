import type { Fact } from '@medicready/domain/events'
import { DEFAULT_REMINDERS, type Reminders } from '@medicready/domain/reminders/shown/rules'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { reminderPreferences } from './preferences.ts'

const [ana, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const changed = (userId: string, to: Partial<Reminders>): Fact => ({
  type: 'RemindersChanged',
  data: { userId, ...DEFAULT_REMINDERS, ...to },
})

test('preferences are the latest ones until their owner is erased', async () => {
  const { mail, push, quietHours: quiet_hours } = DEFAULT_REMINDERS
  const said = [changed(ana, { quietHours: null }), changed(ben, { quietHours: null }), changed(ben, {})]
  await given(reminderPreferences, said).leaves({
    reminder_preferences: [
      { user_id: ana, mail, push, quiet_hours: null },
      { user_id: ben, mail, push, quiet_hours },
    ],
  })
  await given(reminderPreferences, [...said, { type: 'AccountErased', data: { userId: ana } }]).leaves({
    reminder_preferences: [{ user_id: ben }],
  })
})
