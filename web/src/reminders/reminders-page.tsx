import type { ListedPushDevice } from '@medicready/domain/contract/reminders/reminders'
import { DEFAULT_REMINDERS, type MailReminder, type PushReminder, type Reminders } from '@medicready/domain/reminders/shown/rules'
import { type QueryClient, queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { rooms } from '../api/query-keys.ts'
import { read } from '../api/read.ts'
import { useSaveSettings } from '../api/save-settings.ts'
import { freshSessionQuery, sessionQuery, useUser } from '../api/session.ts'
import { attempt, toastFailure, useWrite } from '../api/write.ts'
import { canShowNotifications, disablePush, enablePush, fingerprintOf, ownSubscription } from '../offline/enable-push.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { TimeOfDayField } from '../shared/time-of-day-field.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Tick } from '../ui/checkbox.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOf } from '../ui/words.ts'
import { remindersQuery, useSaveReminders } from './commands.ts'

/** An older list may miss a device. */
const STALE_AFTER_MS = 10_000

const pushDevicesQuery = queryOptions({
  queryKey: [...rooms.reminders, 'devices'],
  queryFn: async (query) => (await read(query, 'GET /api/push/devices')).devices,
  staleTime: STALE_AFTER_MS,
})

interface ThisDevice {
  readonly permission: NotificationPermission | 'unsupported'
  /** Null if this device is not subscribed. */
  readonly fingerprint: string | null
}

/** The person can change it in the browser's settings at any time. */
const thisDeviceQuery = queryOptions({
  queryKey: [...rooms.reminders, 'this-device'],
  queryFn: async (): Promise<ThisDevice> => {
    if (!canShowNotifications()) return { permission: 'unsupported', fingerprint: null }
    const subscription = await ownSubscription()
    return { permission: Notification.permission, fingerprint: subscription && (await fingerprintOf(subscription)) }
  },
  staleTime: 0,
  networkMode: 'always',
})

const refresh = (queries: QueryClient) =>
  Promise.all([pushDevicesQuery, thisDeviceQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })))

function useEnablePush() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      enablePush({
        onFailure: (error) => {
          throw error
        },
      }),
    onSettled: () => refresh(queries),
  })
}

function useDisablePush() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: disablePush, onSettled: () => refresh(queries) })
}

function useRemovePushDevice() {
  const queries = useQueryClient()
  return useWrite('POST /api/push/unsubscribe', { onSuccess: () => refresh(queries) })
}

export const clientLoader = async (queries: QueryClient) => {
  await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(freshSessionQuery)
  void queries.prefetchQuery(remindersQuery)
  void queries.prefetchQuery(pushDevicesQuery)
  void queries.prefetchQuery(thisDeviceQuery)
}

export default function RemindersPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Reminders">What we remind you about, how, and when. Changes are saved automatically.</PageHead>
      <DailyEmail />
      <Loaded skeleton={<Skeleton className="h-40" />} failure="Your devices could not be loaded.">
        <NotificationDevices />
      </Loaded>
      <Loaded skeleton={<Skeleton className="h-120" />} failure="Your reminders could not be loaded.">
        <Preferences />
      </Loaded>
      <p className="text-sm text-muted">
        All times are in your time zone, which you can change under <TextLink to={paths.settings()}>Settings</TextLink>. We always send
        emails about your account, your plan, and your tutoring.
      </p>
    </div>
  )
}

const NOT_SAVED = 'Failed to update settings. Please try again.'

interface EmailSettings {
  dailyEmailEnabled: boolean
  dailyEmailTime: string
}

function DailyEmail() {
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
        onError: (error) => toastFailure(error, NOT_SAVED),
      },
    )
  }
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle>Daily Email</CardTitle>
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

function NotificationDevices() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: devices } = useSuspenseQuery(pushDevicesQuery)
  const { data: here } = useSuspenseQuery(thisDeviceQuery)
  const isOn = devices.some(({ fingerprint }) => fingerprint === here.fingerprint)
  return (
    <Card className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          Notifications
        </h2>
        <p className="mt-1 text-sm text-muted">
          Devices that you choose show your reminders until you turn them off here or log out there.
        </p>
      </div>
      {isOn ? <p className="text-sm">This device shows your notifications.</p> : <Enable permission={here.permission} />}
      {devices.length > 0 && (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {devices.map((device) => (
            <Device
              key={device.id}
              device={device}
              isHere={device.fingerprint === here.fingerprint}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Enable({ permission }: { permission: ThisDevice['permission'] }) {
  const { mutate, isPending } = useEnablePush()
  if (permission === 'unsupported')
    return (
      <p className="text-sm text-muted">
        This browser cannot show notifications. On an iPhone or iPad, add the app to the home screen first.
      </p>
    )
  if (permission === 'denied')
    return (
      <p className="text-sm text-muted">
        Your browser blocks notifications from this site. Allow them in your browser's site settings, then come back here.
      </p>
    )
  const enable = () =>
    mutate(undefined, {
      onSuccess: (granted) => {
        if (granted === 'granted') toast({ title: 'Notifications are on', description: 'This device now shows your reminders.' })
      },
      onError: (error) => toastFailure(error),
    })
  return (
    <div>
      <Button onClick={enable} loading={isPending} busy="Turning on..." label="Show notifications on this device" />
    </div>
  )
}

function Device({ device, isHere, onGone }: { device: ListedPushDevice; isHere: boolean; onGone: () => void }) {
  const remove = useRemovePushDevice()
  const disable = useDisablePush()
  const isPending = remove.isPending || disable.isPending
  const stop = () =>
    attempt(async () => {
      if (isHere) await disable.mutateAsync()
      else await remove.mutateAsync({ body: { id: device.id } })
      toast({ title: 'Notifications are off', description: `${device.name} no longer shows reminders.` })
      // The button is gone with its device, so the focus moves to the list.
      onGone()
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device.name}
          {isHere && <Badge tone="brand">This device</Badge>}
        </p>
        <p className="text-sm text-muted">Since {dayOf(device.subscribedAt)}.</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Stop notifications on ${device.name}`}
        loading={isPending}
        onClick={() => void stop()}
        busy="Stopping..."
        label="Stop"
      />
    </li>
  )
}

const SavedState = ({ state }: { state: 'unchanged' | 'saving' | 'saved' | 'failed' }) => (
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

const savedState = ({ status }: { status: 'idle' | 'pending' | 'success' | 'error' }) =>
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

function Preferences() {
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
          toastFailure(error, NOT_SAVED)
        },
      },
    )
  }
  const state = savedState(save)
  return (
    <>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <CardTitle>What and how</CardTitle>
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
