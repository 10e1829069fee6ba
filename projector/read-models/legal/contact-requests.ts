import type { Owed, RequestKindName } from '@medicready/domain/legal/shown/request-kinds'
import { defineReadModel, table, typed } from '../definition.ts'

const tables = {
  contact_requests: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      kind: typed<RequestKindName>('text'),
      /** Null for visitors, */
      user_id: 'uuid?',
      /** whose data is kept until the request is closed. */
      name: 'text?',
      email: 'text?',
      message: 'text?',
      requested_at: 'timestamptz',
      owed: typed<readonly Owed[]>('jsonb'),
      kept: 'integer',
      due_at: 'timestamptz?',
      closed_at: 'timestamptz?',
      note: 'text?',
    },
    foundBy: ['user_id'],
    indexes: ['(due_at, id) WHERE due_at IS NOT NULL', '(closed_at, id) WHERE closed_at IS NOT NULL'],
  }),
}

export const contactRequests = defineReadModel({
  name: 'legal/contact-requests',
  version: 2,
  tables,
  on: {
    ContactRequested: ({ data }, { contact_requests }) => {
      const { requestId: id, userId, isVisitor, kind, name, email, message, at: requested_at, owed } = data
      const user_id = isVisitor ? null : userId
      const due_at = owed[0]?.by ?? null
      contact_requests.set({ id, kind, user_id, name, email, message, requested_at, owed, kept: 0, due_at, closed_at: null, note: null })
    },
    ContactAnswered: ({ data }, { contact_requests }) => {
      const { requestId: id, promise, isClosed, isVisitor, note, at } = data
      const request = contact_requests.get({ id })
      if (!request) return
      const kept = promise + 1
      const words = isClosed && isVisitor ? { name: null, email: null, message: null, note: null } : { note: isVisitor ? null : note }
      contact_requests.set({ ...request, ...words, kept, due_at: request.owed[kept]?.by ?? null, closed_at: isClosed ? at : null })
    },
    AccountErased: ({ data: { userId: user_id } }, { contact_requests }) => {
      for (const request of contact_requests.where({ user_id })) contact_requests.delete(request)
    },
  },
})
