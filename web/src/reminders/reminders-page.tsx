import type { PushDevice } from '@medicready/domain/contract/reminders/reminders'
import { type QueryClient, queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isSignedOut } from '../api/errors.ts'
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
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOf } from '../ui/words.ts'
import { remindersQuery } from './commands.ts'
import { Preferences, SavedState, savedState } from './preferences.tsx'

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
      <Button loading={isPending} onClick={enable}>
        {isPending ? 'Turning on...' : 'Show notifications on this device'}
      </Button>
    </div>
  )
}

function Device({ device, isHere, onGone }: { device: PushDevice; isHere: boolean; onGone: () => void }) {
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
      >
        {isPending ? 'Stopping...' : 'Stop'}
      </Button>
    </li>
  )
}
