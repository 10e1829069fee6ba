import type { DocumentVersion } from '@medicready/domain/legal/shown/legal-documents'
import { defineReadModel, table, typed } from '../definition.ts'

const tables = {
  policy_notices: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', told: typed<readonly DocumentVersion[]>('jsonb'), seen: typed<readonly DocumentVersion[]>('jsonb') },
  }),
}

export const policyNotices = defineReadModel({
  name: 'legal/policy-notices',
  version: 1,
  tables,
  on: {
    PolicyChangeTold: ({ data: { userId: user_id, policies } }, { policy_notices }) => {
      const { told = [], seen = [] } = policy_notices.get({ user_id }) ?? {}
      policy_notices.set({ user_id, told: [...told, ...policies], seen })
    },
    PolicyChangeSeen: ({ data: { userId: user_id, document, version } }, { policy_notices }) => {
      const { told = [], seen = [] } = policy_notices.get({ user_id }) ?? {}
      policy_notices.set({ user_id, told, seen: [...seen, { document, version }] })
    },
    AccountErased: ({ data: { userId: user_id } }, { policy_notices }) => policy_notices.delete({ user_id }),
  },
})
