import { defineReadModel, table, typed, update } from '../definition.ts'

export interface DataExportRow {
  readonly id: string
  readonly requestedAt: string
  readonly expiresAt: string | null
  readonly bytes: number | null
}

const LISTED = 10

export const dataExports = defineReadModel({
  name: 'accounts/data-exports',
  version: 1,
  tables: { data_exports: table({ key: ['user_id'], columns: { user_id: 'uuid', exports: typed<DataExportRow[]>('jsonb') } }) },
  on: {
    ExportRequested: ({ data }, { data_exports }) => {
      const before = data_exports.get({ user_id: data.userId })?.exports ?? []
      const asked = { id: data.exportId, requestedAt: data.requestedAt, expiresAt: null, bytes: null }
      data_exports.set({ user_id: data.userId, exports: [asked, ...before].slice(0, LISTED) })
    },
    ExportMade: ({ data }, { data_exports }) => {
      const { exportId, expiresAt, bytes } = data
      update(data_exports, { user_id: data.userId }, ({ exports }) => ({
        exports: exports.map((one) => (one.id === exportId ? { ...one, expiresAt, bytes } : one)),
      }))
    },
    AccountErased: ({ data }, { data_exports }) => data_exports.delete({ user_id: data.userId }),
  },
})
