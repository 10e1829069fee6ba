import { DEFAULT_REMINDERS, type MailReminder, type PushReminder, type Reminders } from '@medicready/domain/reminders/rules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { isSignedOut } from '../api/errors.ts'
import { TimeOfDayField } from '../shared/time-of-day-field.tsx'
import { Card } from '../ui/card.tsx'
import { Tick } from '../ui/checkbox.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { remindersQuery, useSaveReminders } from './commands.ts'

export const SavedState = ({ state }: { state: 'unchanged' | 'saving' | 'saved' | 'failed' }) => (
  <p role="status" className="flex min-h-5 items-center gap-1.5 text-sm text-muted">
    {state === 'saving' && 'Saving...'}
    {state === 'saved' && (
      <>
        <Check aria-hidden className="size-4 text-ok" />
        Saved.
      </>
    )}
    {state === 'failed' && <span className="text-bad">Not saved.</span>}
  </p>
)

export const savedState = ({ status }: { status: 'idle' | 'pending' | 'success' | 'error' }) =>
  (({ idle: 'unchanged', pending: 'saving', success: 'saved', error: 'failed' }) as const)[status]

interface Kind {
  readonly name: PushReminder
  readonly label: string
  readonly hint: string
  /** The name of the same reminder by email. */
  readonly mail?: MailReminder
}

/** The daily questions come with the daily email. */
const kinds: readonly Kind[] = [
  { name: 'dailyQuestions', label: "Today's questions", hint: 'By email, they come with the daily email.' },
  { name: 'streak', label: 'Your streak', hint: 'In the evening, when it is about to end.', mail: 'streak' },
  { name: 'reviews', label: 'Reviews', hint: 'When questions are due for review.', mail: 'reviews' },
  { name: 'sessions', label: 'Tutoring sessions', hint: 'A day and an hour before each booked session.', mail: 'sessions' },
]

interface Change {
  mail?: Partial<Reminders['mail']>
  push?: Partial<Reminders['push']>
  quietHours?: Reminders['quietHours']
}

export function Preferences() {
  const { data: saved } = useSuspenseQuery(remindersQuery)
  const save = useSaveReminders()
  const [draft, setDraft] = useState<Change>({})
  const reminders: Reminders = {
    mail: { ...saved.mail, ...draft.mail },
    push: { ...saved.push, ...draft.push },
    quietHours: draft.quietHours === undefined ? saved.quietHours : draft.quietHours,
  }
  const change = (changed: Change) => {
    setDraft(({ mail, push, quietHours }) => ({
      ...(quietHours !== undefined && { quietHours }),
      ...changed,
      mail: { ...mail, ...changed.mail },
      push: { ...push, ...changed.push },
    }))
    save.mutate(
      { body: changed },
      {
        onSuccess: () => setDraft({}),
        onError: (error) => {
          setDraft({})
          if (!isSignedOut(error))
            toast({ title: 'Error', description: 'Failed to update settings. Please try again.', variant: 'destructive' })
        },
      },
    )
  }
  const state = savedState(save)
  return (
    <>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-lg font-semibold">What and how</h2>
          <SavedState state={state} />
        </div>
        <ul className="divide-y divide-hairline">
          {kinds.map(({ name, label, hint, mail }) => (
            <li key={name} className="py-3 first:pt-0 last:pb-0">
              <fieldset className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
                <legend className="sr-only">{label}</legend>
                <div className="grid gap-0.5">
                  <p aria-hidden className="text-sm font-medium">
                    {label}
                  </p>
                  <p className="text-sm text-muted">{hint}</p>
                </div>
                <div className="flex flex-wrap gap-x-6">
                  {mail && <Tick checked={reminders.mail[mail]} onChange={(on) => change({ mail: { [mail]: on } })} label="Mail" />}
                  <Tick checked={reminders.push[name]} onChange={(on) => change({ push: { [name]: on } })} label="Notification" />
                </div>
              </fieldset>
            </li>
          ))}
        </ul>
      </Card>
      <QuietHours value={reminders.quietHours} onChange={(quietHours) => change({ quietHours })} />
    </>
  )
}

interface QuietHoursProps {
  value: Reminders['quietHours']
  onChange: (value: Reminders['quietHours']) => void
}

const usual = DEFAULT_REMINDERS.quietHours ?? { from: '22:00', until: '07:00' }

const QuietHours = ({ value, onChange }: QuietHoursProps) => (
  <Card heading="Quiet hours" className="grid gap-4">
    <Switch
      label="Keep quiet hours"
      hint="No notifications during these hours. Those that still matter come afterwards. Emails are not affected."
      checked={value !== null}
      onChange={(keeps) => onChange(keeps ? usual : null)}
    />
    {value && (
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeOfDayField label="From" value={value.from} except={value.until} onChange={(from) => onChange({ ...value, from })} />
        <TimeOfDayField label="Until" value={value.until} except={value.from} onChange={(until) => onChange({ ...value, until })} />
      </div>
    )}
  </Card>
)
