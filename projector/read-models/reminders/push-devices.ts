import { defineReadModel, table, typed } from '../definition.ts'

export interface KeptPushDevice {
  readonly id: string
  readonly endpoint: string
  readonly name: string
  readonly subscribedAt: string
}

/** Oldest first. One row per account, so that it is erased with the person. */
export const pushDevices = defineReadModel({
  name: 'reminders/push-devices',
  version: 1,
  tables: {
    push_devices: table({
      key: ['user_id'],
      columns: { user_id: 'uuid', devices: typed<readonly KeptPushDevice[]>('jsonb') },
      indexes: ['USING gin (devices jsonb_path_ops)'],
    }),
  },
  on: {
    PushSubscribed: ({ data: { userId: user_id, deviceId: id, endpoint, name, at: subscribedAt } }, { push_devices }) => {
      if (endpoint === null) return
      const devices = push_devices.get({ user_id })?.devices ?? []
      push_devices.set({ user_id, devices: [...devices.filter((one) => one.id !== id), { id, endpoint, name: name ?? '', subscribedAt }] })
    },
    PushUnsubscribed: ({ data: { userId: user_id, deviceId } }, { push_devices }) => {
      const devices = (push_devices.get({ user_id })?.devices ?? []).filter(({ id }) => id !== deviceId)
      if (devices.length > 0) push_devices.set({ user_id, devices })
      else push_devices.delete({ user_id })
    },
    AccountErased: ({ data: { userId: user_id } }, { push_devices }) => push_devices.delete({ user_id }),
  },
})
