import { latestExamDate, timeZoneChangeableFrom } from '@medicready/domain/accounts/shown/rules'
import type { AccountSettings } from '@medicready/domain/contract/accounts/accounts'
import { SettingsChange } from '@medicready/domain/contract/accounts/forms'
import type { Agreement } from '@medicready/domain/contract/legal/legal'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { Loaded } from '../api/loaded.tsx'
import { readQuery } from '../api/read.ts'
import { useIsHydrated, useMoment } from '../api/rendered-at.ts'
import { useSaveSettings } from '../api/save-settings.ts'
import { freshSessionQuery, sessionQuery, useUser } from '../api/session.ts'
import { useToday } from '../api/today.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { TimeOfDayField } from '../shared/time-of-day-field.tsx'
import { clockIn, timeZoneGroups, zoneOfDevice } from '../shared/time-zones.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, type FieldOf, fieldFrame, TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { setTheme, useTheme } from '../ui/theme.ts'
import { toast } from '../ui/toast.tsx'
import { calendarDayInWords, dayOf } from '../ui/words.ts'
import { AccountLinks } from './account-links.tsx'

const agreementQuery = readQuery(['accounts', 'agreement'], 'GET /api/user/agreement')

export const clientLoader = async (queries: QueryClient) => {
  await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(freshSessionQuery)
  void queries.prefetchQuery(agreementQuery)
}

export default function SettingsPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Settings">How the app looks, how you study, and your time zone.</PageHead>
      <Appearance />
      <SettingsForm />
      <Loaded skeleton={<Skeleton className="h-28" />} failure="Your agreement could not be loaded.">
        <AgreementSection />
      </Loaded>
      <AccountLinks to={['profile', 'security']} />
    </div>
  )
}

function Appearance() {
  const theme = useTheme()
  return (
    <Card heading="Appearance" className="grid gap-3">
      <Switch
        label="Dark Mode"
        hint="Applies at once, on this device only."
        checked={theme === 'dark'}
        onChange={(dark) => setTheme(dark ? 'dark' : 'light')}
      />
    </Card>
  )
}

/** Older accounts have no agreement. */
function AgreementSection() {
  const { agreement } = useSuspenseQuery(agreementQuery).data
  if (!agreement) return null
  return (
    <Card heading="Your agreement" className="grid gap-2">
      <p>
        You agreed to <Policies agreement={agreement} /> on {dayOf(agreement.agreedAt)}.
      </p>
      <p className="text-sm text-muted">What you ticked: “{agreement.statement}”</p>
    </Card>
  )
}

function Policies({ agreement: { policies, termsOf } }: { agreement: Agreement }) {
  if (policies.length === 0) return <>the terms of {calendarDayInWords(termsOf)}</>
  return policies.map(({ document, version, title }, index) => (
    <Fragment key={document}>
      {index > 0 && (index === policies.length - 1 ? ', and ' : ', ')}
      <TextLink to={paths.legal({ document, version: String(version) })}>{title}</TextLink> (version {version})
    </Fragment>
  ))
}

/** Only changes are sent, so that settings saved in another window stay. */
export const changesIn = <Settings extends object>(draft: Partial<Settings>, saved: Settings): Partial<Settings> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== saved[name as keyof Settings])) as Partial<Settings>

function SettingsForm() {
  const user = useUser()
  const { showCorrectAnswers, dailyEmailEnabled, dailyEmailTime, examDate, calmMode, showOnLeaderboard, timeZone } = user
  const saved = { showCorrectAnswers, dailyEmailEnabled, dailyEmailTime, examDate, calmMode, showOnLeaderboard, timeZone }
  const today = useToday()
  const save = useSaveSettings()
  const { form, fields, field, set, hasChanged, isSending } = useForm({
    schema: SettingsChange,
    saved,
    bodyOf: (draft) => changesIn(draft, saved),
    codesAt: { examDateOutOfRange: 'examDate' },
    send: async (body) => {
      await save.mutateAsync({ body })
      toast({ title: 'Settings Updated', description: 'Your preferences have been saved.' })
    },
    onRefused: (error, { showAt }) => {
      if (isSignedOut(error)) return
      if (error instanceof ApiError && error.code === 'timeZoneChangedLately')
        showAt('timeZone', 'Your time zone was changed less than a day ago. Please reload the page to see it.')
      else toast({ title: 'Error', description: 'Failed to update settings. Please try again.', variant: 'destructive' })
    },
  })

  return (
    <form {...form} aria-label="Settings" className="grid gap-6">
      <Card heading="Study" className="grid gap-4">
        <Switch
          label="Show Correct Answers"
          hint="Right after you answer. If this is off, you see whether you were right, and a button shows the answer and why."
          checked={fields.showCorrectAnswers}
          onChange={(showCorrectAnswers) => set({ showCorrectAnswers })}
        />
        <ExamDateField {...field('examDate')} today={today} />
      </Card>
      <Card heading="Habit" className="grid gap-4">
        <Switch
          label="Calm Mode"
          hint="Hides the leaderboard, streaks, and celebrations. They continue in the background and come back when you turn it off."
          checked={fields.calmMode}
          onChange={(calmMode) => set({ calmMode })}
        />
        <Switch
          label="Show me on the leaderboard"
          hint="Other students see your name, your plan, how many questions you answered, and your accuracy."
          checked={fields.showOnLeaderboard}
          onChange={(showOnLeaderboard) => set({ showOnLeaderboard })}
        />
      </Card>
      {/* Not a landmark of its own: the toasts have its name. */}
      <Card heading="Notifications" aria-labelledby={undefined} className="grid gap-4">
        <Switch
          label="Daily Email"
          hint="Your daily questions, your streak, and your plan by email, once a day."
          checked={fields.dailyEmailEnabled}
          onChange={(dailyEmailEnabled) => set({ dailyEmailEnabled })}
        />
        <TimeOfDayField
          label="Time of the daily email"
          hint="In your time zone."
          value={fields.dailyEmailTime}
          disabled={!fields.dailyEmailEnabled}
          onChange={(dailyEmailTime) => set({ dailyEmailTime })}
        />
        <Link to={paths.reminders()} className="justify-self-start text-sm text-brand underline underline-offset-4">
          All reminders: what, how, and when
        </Link>
      </Card>
      <Card heading="Your day" className="grid gap-4">
        <TimeZoneField {...field('timeZone')} saved={user} />
      </Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          size="lg"
          loading={isSending}
          disabledReason={hasChanged ? undefined : 'No changes to save.'}
          busy="Saving..."
          label="Save Settings"
        />
        <p role="status" className="text-sm text-muted">
          {hasChanged && !isSending && 'You have unsaved changes.'}
        </p>
      </div>
    </form>
  )
}

const ExamDateField = ({ value, today, onChange, ...field }: FieldOf<string | null> & { today: string }) => (
  <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
    <div className="w-full sm:max-w-80">
      <TextField
        {...field}
        label="Exam date (optional)"
        hint="The day of your exam, if you know it."
        type="date"
        min={today}
        max={latestExamDate(today)}
        value={value ?? ''}
        onChange={(day) => onChange(day || null)}
      />
    </div>
    {value !== null && <Button variant="secondary" className="sm:mt-6.5" onClick={() => onChange(null)} label="Clear date" />}
  </div>
)

interface TimeZoneFieldProps extends FieldOf<string> {
  saved: Pick<AccountSettings, 'timeZone' | 'timeZoneChangedAt'>
}

/** A change locks the time zone for a day; the hint says until when. */
function TimeZoneField({ name, value, saved, error, onChange }: TimeZoneFieldProps) {
  const isHydrated = useIsHydrated()
  const now = new Date(useMoment())
  const device = isHydrated ? zoneOfDevice() : saved.timeZone
  const groups = useMemo(() => timeZoneGroups(saved.timeZone, device), [saved.timeZone, device])
  const changeableFrom = timeZoneChangeableFrom(saved.timeZoneChangedAt)
  const isLocked = new Date().toISOString() < changeableFrom
  const locked = `You can change your time zone once a day. Next change: ${clockIn(saved.timeZone, new Date(changeableFrom || 0))}.`
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full sm:max-w-110">
        <Field label="Time zone" error={error} hint={isLocked ? locked : hintFor(value, saved.timeZone, now)}>
          {(control) => (
            <select
              {...control}
              name={name}
              disabled={isLocked}
              value={value}
              onChange={({ target }) => onChange(target.value)}
              className={classList(fieldFrame, 'min-h-11')}
            >
              {groups.map(({ region, zones }) => {
                const options = zones.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))
                return region === '' ? (
                  options
                ) : (
                  <optgroup key={region} label={region}>
                    {options}
                  </optgroup>
                )
              })}
            </select>
          )}
        </Field>
      </div>
      {!isLocked && device !== value && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onChange(device)}
          label={`Use the time zone of this device (${device.replaceAll('_', ' ')})`}
        />
      )}
    </div>
  )
}

const hintFor = (value: string, saved: string, now: Date) =>
  `It is ${clockIn(value, now)} there. ` +
  (value === saved
    ? 'Your questions and your streak use this time zone. You can change it once a day.'
    : 'This applies from your next midnight. You can change it again after a day.')
