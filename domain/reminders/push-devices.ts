import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal } from '../core/event.ts'

/** `push-<userId>`: a person's push subscriptions. Endpoint and keys are personal data. */

/** One more replaces the oldest. */
export const MOST_PUSH_DEVICES = 10
const ofDevice = { userId: z.uuid(), deviceId: z.uuid(), at: z.iso.datetime() }

/** `expired`: by the push service. `replaced`: new address, too many devices, or another person signed in. */
export const unsubscribeCauses = ['byPerson', 'expired', 'replaced'] as const
export type UnsubscribeCause = (typeof unsubscribeCauses)[number]

export const pushDeviceEvents = defineEvents({
  PushSubscribed: eventWith(
    {
      ...ofDevice,
      endpoint: personal(z.string()),
      /** base64url. */
      keys: z.object({ p256dh: z.string(), auth: z.string() }).nullable(),
      name: personal(z.string()),
    },
    { personal: { subject: 'userId', fields: ['endpoint', 'name'], structured: ['keys'] } },
  ),
  PushUnsubscribed: eventWith({ ...ofDevice, cause: z.enum(unsubscribeCauses) }),
})
export type PushDeviceEvent = EventOf<(typeof pushDeviceEvents)[number]>

export interface PushDevice {
  readonly deviceId: string
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly name: string
}

/** Oldest first. */
export type PushDevices = readonly PushDevice[]

export const pushDevicesAggregate: Aggregate<PushDevices, PushDeviceEvent> = {
  category: 'push',
  initial: [],
  evolve: (devices, { type, data }) => {
    const others = devices.filter(({ deviceId }) => deviceId !== data.deviceId)
    if (type === 'PushUnsubscribed') return others
    const { deviceId, endpoint, keys, name } = data
    // Erased subscriptions have no address.
    return endpoint === null || keys === null ? others : [...others, { deviceId, endpoint, keys, name: name ?? '' }]
  },
}

export interface Subscribing extends PushDevice {
  readonly userId: string
  readonly at: string
  /** The former endpoint if the browser changed it. */
  readonly replaces?: string | undefined
}

/** Same endpoint and keys mean the same device. */
export const subscribe =
  ({ userId, at, replaces, ...device }: Subscribing): Decide<PushDevices, PushDeviceEvent> =>
  (devices) => {
    if (devices.some(({ endpoint, keys }) => endpoint === device.endpoint && isSame(keys, device.keys))) return []
    const former = devices.filter(({ endpoint }) => endpoint === device.endpoint || endpoint === replaces)
    const others = devices.filter((other) => !former.includes(other))
    const tooMany = others.slice(0, Math.max(0, others.length + 1 - MOST_PUSH_DEVICES))
    return [
      ...[...former, ...tooMany].map(({ deviceId }) => unsubscribed({ userId, deviceId, at, cause: 'replaced' })),
      {
        type: 'PushSubscribed',
        data: { userId, deviceId: device.deviceId, at, endpoint: device.endpoint, keys: device.keys, name: device.name },
      },
    ]
  }

const isSame = (one: PushDevice['keys'], other: PushDevice['keys']): boolean => one.p256dh === other.p256dh && one.auth === other.auth
const unsubscribed = (data: DataOf<PushDeviceEvent, 'PushUnsubscribed'>): PushDeviceEvent => ({ type: 'PushUnsubscribed', data })

/** By its id, or by its browser's endpoint. Unknown devices change nothing. */
export type WhichDevice = { readonly deviceId: string } | { readonly endpoint: string }

export const unsubscribe =
  (
    of: { readonly userId: string; readonly at: string; readonly cause: UnsubscribeCause },
    which: WhichDevice,
  ): Decide<PushDevices, PushDeviceEvent> =>
  (devices) =>
    devices
      .filter((device) => ('deviceId' in which ? device.deviceId === which.deviceId : device.endpoint === which.endpoint))
      .map(({ deviceId }) => unsubscribed({ ...of, deviceId }))
