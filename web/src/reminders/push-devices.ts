import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'
import { canShowNotifications, disablePush, enablePush, fingerprintOf, ownSubscription } from '../offline/enable-push.ts'

/** A list that is older may miss a device. */
const STALE_AFTER_MS = 10_000

/** The devices that show the person's notifications, oldest first. */
export const pushDevicesQuery = queryOptions({
  queryKey: [...rooms.reminders, 'devices'],
  queryFn: async (query) => (await read(query, 'GET /api/push/devices')).devices,
  staleTime: STALE_AFTER_MS,
})

export interface ThisDevice {
  /** Whether the browser lets it show notifications. */
  readonly permission: NotificationPermission | 'unsupported'
  /** The id of this device; null where it is not subscribed. */
  readonly fingerprint: string | null
}

/** The permission of this browser. The person can change it in the browser's settings at any time. */
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

/** Shows notifications on this device. */
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

/** Shows none on this device any more. */
export function useDisablePush() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: disablePush, onSettled: () => refresh(queries) })
}

/** Shows none on another device any more. */
export function useRemovePushDevice() {
  const queries = useQueryClient()
  return useWrite('POST /api/push/unsubscribe', { onSuccess: () => refresh(queries) })
}
