import { expect, it } from 'vitest'
import { auditViewIn, filterOf } from './audit-page.tsx'

const view = { search: 'outage', type: 'TierChanged', by: 'operator', month: '2026-03', about: '' } as const

it('is kept in the URL, and unknown values are ignored', () => {
  expect(auditViewIn(new URLSearchParams(view))).toEqual(view)
  expect(auditViewIn(new URLSearchParams({ type: 'InvoicePaid', by: '<b>', month: '2026-13', about: 'me' }))).toEqual({
    search: '',
    type: '',
    by: '',
    month: '',
    about: '',
  })
})

it('requests the days of a month up to the shown day', () => {
  expect(filterOf(view, {})).toEqual({
    from: '2026-03-01',
    asOf: '2026-03-31',
    search: 'outage',
    type: 'TierChanged',
    actorId: 'operator',
  })
  expect(filterOf({ ...view, month: '' }, { asOf: '2026-05-01' })).toMatchObject({ asOf: '2026-05-01' })
})
