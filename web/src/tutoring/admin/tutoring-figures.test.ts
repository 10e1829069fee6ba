import { expect, it } from 'vitest'
import { requestsViewIn, sessionsViewIn } from './tutoring-figures.tsx'

it('reads filters from the URL and ignores unknown values', () => {
  expect(sessionsViewIn(new URLSearchParams('state=missed&month=2026-11'))).toEqual({ state: 'missed', month: '2026-11' })
  expect(sessionsViewIn(new URLSearchParams('state=lost&month=2026-13'))).toEqual({ state: '', month: '' })
  expect(requestsViewIn(new URLSearchParams('status=pending&tutors=applied'))).toEqual({ status: 'pending', tutors: 'applied' })
})
