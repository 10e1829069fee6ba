import type { StopReason } from '@medicready/domain/accounts/mail-delivery'
import { defineReadModel, table, typed } from '../definition.ts'

export const mailDelivery = defineReadModel({
  name: 'accounts/mail-delivery',
  version: 1,
  tables: {
    mail_delivery: table({
      key: ['user_id'],
      columns: { user_id: 'uuid', reason: typed<StopReason>('text'), stopped_at: 'timestamptz' },
    }),
  },
  on: {
    MailDeliveryStopped: ({ data: { userId: user_id, reason, happenedAt: stopped_at } }, { mail_delivery }) => {
      const before = mail_delivery.get({ user_id })
      if (!before || before.stopped_at < stopped_at) mail_delivery.set({ user_id, reason, stopped_at })
    },
    MailDeliveryResumed: ({ data: { userId: user_id } }, { mail_delivery }) => mail_delivery.delete({ user_id }),
    // The stop concerned the previous address.
    EmailChanged: ({ data: { userId: user_id } }, { mail_delivery }) => mail_delivery.delete({ user_id }),
    AccountErased: ({ data: { userId: user_id } }, { mail_delivery }) => mail_delivery.delete({ user_id }),
  },
})
