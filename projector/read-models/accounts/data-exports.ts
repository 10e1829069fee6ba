import { defineReadModel, table, typed } from '../definition.ts'

export interface DataExport {
  readonly id: string
  readonly requestedAt: string
  readonly expiresAt: string | null
  readonly bytes: number | null
}

const LISTED = 10

export const dataExports = defineReadModel({
  name: 'accounts/data-exports',
  version: 1,
  tables: { data_exports: table({ key: ['user_id'], columns: { user_id: 'uuid', exports: typed<DataExport[]>('jsonb') } }) },
  on: {
    ExportRequested: ({ data }, { data_exports }) => {
      const before = data_exports.get({ user_id: data.userId })?.exports ?? []
      const asked = { id: data.exportId, requestedAt: data.requestedAt, expiresAt: null, bytes: null }
      data_exports.set({ user_id: data.userId, exports: [asked, ...before].slice(0, LISTED) })
    },
    ExportMade: ({ data }, { data_exports }) => {
      const { exportId, expiresAt, bytes } = data
      const row = data_exports.get({ user_id: data.userId })
      if (!row) return
      data_exports.set({ ...row, exports: row.exports.map((one) => (one.id === exportId ? { ...one, expiresAt, bytes } : one)) })
    },
    AccountErased: ({ data }, { data_exports }) => data_exports.delete({ user_id: data.userId }),
  },
})
