import type { MailStop } from '@medicready/domain/accounts/mail-delivery'
import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { mailDelivery } from './mail-delivery.ts'

const [ana, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const [early, late] = ['2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'] as const
const of = { emailHash: 'a keyed hash', source: 'ses', eventId: 'theirs' } as const
const stopped = (userId: string, reason: MailStop['reason'], happenedAt: string): Fact => ({
  type: 'MailDeliveryStopped',
  data: { ...of, userId, reason, happenedAt },
})
const both = [stopped(ana, 'complained', late), stopped(ben, 'bounced', early)]
const ofBen = { user_id: ben, reason: 'bounced', stopped_at: early } as const

test('the latest event gives the reason, in whatever order events are reported', async () => {
  await given(mailDelivery, [...both, stopped(ana, 'bounced', early)]).leaves({
    mail_delivery: [{ user_id: ana, reason: 'complained', stopped_at: late }, ofBen],
  })
})

test('the stop remains until the address is retried or changed, or its owner is erased', async () => {
  const ends: Fact[] = [
    { type: 'MailDeliveryResumed', data: { userId: ana, emailHash: of.emailHash, cause: 'byPerson', at: late } },
    {
      type: 'EmailChanged',
      data: { userId: ana, changeId: ana, email: 'a@example.org', formerEmail: 'b@example.org', emailHash: 'x', formerEmailHash: 'y' },
    },
    { type: 'AccountErased', data: { userId: ana } },
  ]
  for (const end of ends) await given(mailDelivery, [...both, end]).leaves({ mail_delivery: [ofBen] })
})
