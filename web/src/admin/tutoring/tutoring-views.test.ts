import { expect, it } from 'vitest'
import { requestsViewIn, sessionsViewIn, withRequestsView, withSessionsView } from './tutoring-views.ts'

it('reads filters from the address, and leaves out what it does not understand', () => {
  expect(sessionsViewIn(new URLSearchParams('state=missed&month=2026-11'))).toEqual({ state: 'missed', month: '2026-11' })
  expect(sessionsViewIn(new URLSearchParams('state=lost&month=2026-13'))).toEqual({ state: '', month: '' })
  expect(requestsViewIn(new URLSearchParams('status=pending&tutors=applied'))).toEqual({ status: 'pending', tutors: 'applied' })
})

it('keeps all else that the address says', () => {
  const search = new URLSearchParams('asOf=2026-11-01&state=missed')
  expect(withSessionsView(search, { state: '', month: '2026-10' }).toString()).toBe('asOf=2026-11-01&month=2026-10')
  expect(withRequestsView(search, { status: 'pending', tutors: '' }).toString()).toBe('asOf=2026-11-01&state=missed&status=pending')
})
