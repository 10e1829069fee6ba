import type { Fact } from '@medicready/domain/events'
import { owedFor } from '@medicready/domain/legal/shown/request-kinds'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { contactRequests } from './contact-requests.ts'

const [id, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const userId = '00000000-0000-4000-8000-00000000000a'
const by = '00000000-0000-4000-8000-00000000000b'
const [monday, tuesday] = ['2026-03-02T09:30:00.000Z', '2026-03-03T09:30:00.000Z']
const owed = owedFor('privacy', monday)
const said = { name: 'Ana Silva', email: 'ana@example.com', message: 'Please correct my name.' }

const requested = (requestId: string, isVisitor = false): Fact => ({
  type: 'ContactRequested',
  data: { requestId, userId: isVisitor ? requestId : userId, isVisitor, kind: 'privacy', ...said, at: monday, owed, isAcknowledged: true },
})
const answered = (requestId: string, promise: number, isVisitor = false): Fact => ({
  type: 'ContactAnswered',
  data: {
    ...{ requestId, userId: isVisitor ? requestId : userId, isVisitor, promise, isClosed: promise === 1 },
    ...{ by, note: 'By mail.', at: tuesday },
  },
})
const row = { id, kind: 'privacy', user_id: userId, ...said, requested_at: monday, owed } as const
const open = { ...row, kept: 0, due_at: owed[0]?.by ?? null, closed_at: null, note: null }

test('a request is due by its next promise until the last one is kept', async () => {
  await given(contactRequests, [requested(id)]).leaves({ contact_requests: [open] })
  const confirmed = { ...open, kept: 1, due_at: owed[1]?.by ?? null, note: 'By mail.' }
  await given(contactRequests, [requested(id), answered(id, 0)]).leaves({ contact_requests: [confirmed] })
  const closed = { ...confirmed, kept: 2, due_at: null, closed_at: tuesday }
  await given(contactRequests, [requested(id), answered(id, 0), answered(id, 1)]).leaves({ contact_requests: [closed] })
})

test("a visitor's text is removed when the request is closed", async () => {
  const gone = { name: null, email: null, message: null, note: null }
  const closed = { ...open, ...gone, user_id: null, kept: 2, due_at: null, closed_at: tuesday }
  await given(contactRequests, [requested(id, true), answered(id, 1, true)]).leaves({ contact_requests: [closed] })
})

test('the requests of an erased user are removed', async () => {
  const erased: Fact = { type: 'AccountErased', data: { userId } }
  const others = { ...open, id: other, user_id: null }
  await given(contactRequests, [requested(id), requested(other, true), erased]).leaves({ contact_requests: [others] })
})
