import { latestExamDate } from '@medicready/domain/accounts/settings-rules'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { useSaveSettings } from '../api/save-settings.ts'
import { useUser } from '../api/session.ts'
import { useToday } from '../api/today.ts'
import { TimeOfDayField } from '../app/time-of-day-field.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { changesIn, type EditableSettings } from './settings-draft.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const EXAM_DATE_REFUSED = 'Please choose a day from today on, within the next three years.'

/** The settings that are kept with the account. What was changed stays on the screen until it is saved. */
export function SettingsForm() {
  const saved = useUser()
  const today = useToday()
  const [draft, setDraft] = useState<Partial<EditableSettings>>({})
  const [refused, setRefused] = useState<'examDate' | 'timeZone' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  /** Set at once, where state would only be seen with the next render: a double click saves once. */
  const saving = useRef(false)
  const save = useSaveSettings()

  const settings: EditableSettings = { ...saved, ...draft }
  const changes = changesIn(draft, saved)
  const hasChanges = Object.keys(changes).length > 0
  const change = (changed: Partial<EditableSettings>) => {
    setDraft((before) => ({ ...before, ...changed }))
    setRefused(null)
  }
  const refuse = (name: 'examDate' | 'timeZone') => {
    setRefused(name)
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current || !hasChanges) return
    const { examDate } = changes
    if (examDate && (examDate < today || examDate > latestExamDate(today))) return refuse('examDate')
    saving.current = true
    try {
      await save.mutateAsync({ body: changes })
      toast({ title: 'Settings Updated', description: 'Your preferences have been saved.' })
    } catch (error) {
      if (isSignedOut(error)) return
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'examDateOutOfRange') refuse('examDate')
      else if (code === 'timeZoneChangedLately') refuse('timeZone')
      else toast({ title: 'Error', description: 'Failed to update settings. Please try again.', variant: 'destructive' })
    } finally {
      saving.current = false
    }
  }

  return (
    <form ref={form} noValidate aria-label="Settings" onSubmit={(event) => void submit(event)} className="grid gap-6">
      <Section title="Study">
        <Switch
          label="Show Correct Answers"
          hint="At once after you answer. Switched off, you see whether you were right, and press a button for the answer and why."
          checked={settings.showCorrectAnswers}
          onChange={(showCorrectAnswers) => change({ showCorrectAnswers })}
        />
        <ExamDateField
          value={settings.examDate}
          today={today}
          error={refused === 'examDate' ? EXAM_DATE_REFUSED : undefined}
          onChange={(examDate) => change({ examDate })}
        />
      </Section>
      <Section title="Habit">
        <Switch
          label="Calm Mode"
          hint="Hides the leaderboard, streaks and celebrations. All of it goes on in the background and is there when you switch it off."
          checked={settings.calmMode}
          onChange={(calmMode) => change({ calmMode })}
        />
        <Switch
          label="Show me on the leaderboard"
          hint="Other students then see your name, your plan, how many questions you answered and your accuracy."
          checked={settings.showOnLeaderboard}
          onChange={(showOnLeaderboard) => change({ showOnLeaderboard })}
        />
      </Section>
      <Section title="Notifications">
        <Switch
          label="Daily Email"
          hint="Your questions of the day, your streak and your plan by mail, once a day."
          checked={settings.dailyEmailEnabled}
          onChange={(dailyEmailEnabled) => change({ dailyEmailEnabled })}
        />
        <TimeOfDayField
          label="Time of the daily email"
          hint="By the clock of your time zone."
          value={settings.dailyEmailTime}
          disabled={!settings.dailyEmailEnabled}
          onChange={(dailyEmailTime) => change({ dailyEmailTime })}
        />
        <Link to={paths.reminders()} className="justify-self-start text-sm text-brand underline underline-offset-4">
          All reminders: what, how and when
        </Link>
      </Section>
      <Section title="Your day">
        <TimeZoneField
          value={settings.timeZone}
          saved={saved}
          isRefused={refused === 'timeZone'}
          onChange={(timeZone) => change({ timeZone })}
        />
      </Section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="lg" loading={save.isPending} disabledReason={hasChanges ? undefined : 'There is nothing to save.'}>
          {save.isPending ? 'Saving...' : 'Save Settings'}
        </Button>
        <p role="status" className="text-sm text-muted">
          {hasChanges && !save.isPending && 'You have unsaved changes.'}
        </p>
      </div>
    </form>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-4">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </Card>
)

interface ExamDateFieldProps {
  value: string | null
  today: string
  error: string | undefined
  onChange: (value: string | null) => void
}

const ExamDateField = ({ value, today, error, onChange }: ExamDateFieldProps) => (
  <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
    <div className="w-full sm:max-w-80">
      <Field label="Exam date (optional)" error={error} hint="The day of your exam, if you know it.">
        {(control) => (
          <Input
            {...control}
            name="examDate"
            type="date"
            min={today}
            max={latestExamDate(today)}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value || null)}
          />
        )}
      </Field>
    </div>
    {value !== null && (
      <Button variant="secondary" className="sm:mt-6.5" onClick={() => onChange(null)}>
        Clear date
      </Button>
    )}
  </div>
)
