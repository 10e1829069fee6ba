import { useState } from 'react'
import { isSignedOut } from '../api/errors.ts'
import { useSaveSettings } from '../api/save-settings.ts'
import { useUser } from '../api/session.ts'
import { TimeOfDayField } from '../shared/time-of-day-field.tsx'
import { Card } from '../ui/card.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { SavedState, savedState } from './preferences.tsx'

interface EmailSettings {
  dailyEmailEnabled: boolean
  dailyEmailTime: string
}

/** Whether the daily email comes, and when. */
export function DailyEmail() {
  const user = useUser()
  const save = useSaveSettings()
  const [draft, setDraft] = useState<Partial<EmailSettings>>({})
  const { dailyEmailEnabled, dailyEmailTime }: EmailSettings = { ...user, ...draft }
  const change = (changed: Partial<EmailSettings>) => {
    setDraft((before) => ({ ...before, ...changed }))
    save.mutate(
      { body: changed },
      {
        onSettled: () => setDraft({}),
        onError: (error) => {
          if (!isSignedOut(error))
            toast({ title: 'Error', description: 'Failed to update settings. Please try again.', variant: 'destructive' })
        },
      },
    )
  }
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-semibold">Daily Email</h2>
        <SavedState state={savedState(save)} />
      </div>
      <Switch
        label="Send me the daily email"
        hint="Your daily questions, your streak, and your plan, once a day. Each email has a link to stop it."
        checked={dailyEmailEnabled}
        onChange={(enabled) => change({ dailyEmailEnabled: enabled })}
      />
      {user.mailStopped && (
        <p className="text-sm wrap-anywhere text-warn">We are not sending reminders to {user.email}. See the notice above.</p>
      )}
      <TimeOfDayField
        label="Time of the daily email"
        hint="In your time zone. If today's time has passed, the next email comes tomorrow."
        value={dailyEmailTime}
        disabled={!dailyEmailEnabled}
        onChange={(time) => change({ dailyEmailTime: time })}
      />
    </Card>
  )
}
