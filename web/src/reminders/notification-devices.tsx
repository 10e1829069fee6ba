import type { PushDevice } from '@medicready/domain/contract/reminders/push'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { toastFailure } from '../api/write.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOf } from '../ui/words.ts'
import { pushDevicesQuery, type ThisDevice, thisDeviceQuery, useDisablePush, useEnablePush, useRemovePushDevice } from './push-devices.ts'

export function NotificationDevices() {
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
  const stop = async () => {
    try {
      if (isHere) await disable.mutateAsync()
      else await remove.mutateAsync({ body: { id: device.id } })
      toast({ title: 'Notifications are off', description: `${device.name} no longer shows reminders.` })
      // The button is gone with its device, so the focus moves to the list.
      onGone()
    } catch (error) {
      toastFailure(error)
    }
  }
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
