import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'
import { canShowNotifications, disablePush, enablePush, fingerprintOf, ownSubscription } from './enable-push.ts'

/** An older list may miss a device. */
const STALE_AFTER_MS = 10_000

/** Oldest first. */
export const pushDevicesQuery = queryOptions({
  queryKey: [...rooms.reminders, 'devices'],
  queryFn: async (query) => (await read(query, 'GET /api/push/devices')).devices,
  staleTime: STALE_AFTER_MS,
})

export interface ThisDevice {
  readonly permission: NotificationPermission | 'unsupported'
  /** Null if this device is not subscribed. */
  readonly fingerprint: string | null
}

/** The person can change it in the browser's settings at any time. */
export const thisDeviceQuery = queryOptions({
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

export function useEnablePush() {
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

export function useDisablePush() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: disablePush, onSettled: () => refresh(queries) })
}

export function useRemovePushDevice() {
  const queries = useQueryClient()
  return useWrite('POST /api/push/unsubscribe', { onSuccess: () => refresh(queries) })
}
