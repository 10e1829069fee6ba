import { expect, it } from 'vitest'
import { auditViewIn, filterOf } from './audit-page.tsx'

const view = { search: 'outage', type: 'TierChanged', by: 'operator', month: '2026-03', about: '' } as const

it('stands in the address, and leaves out what is not understood', () => {
  expect(auditViewIn(new URLSearchParams(view))).toEqual(view)
  expect(auditViewIn(new URLSearchParams({ type: 'InvoicePaid', by: '<b>', month: '2026-13', about: 'me' }))).toEqual({
    search: '',
    type: '',
    by: '',
    month: '',
    about: '',
  })
})

it('asks the server for the days of a month, up to the one that is shown', () => {
  expect(filterOf(view, {})).toEqual({
    from: '2026-03-01',
    asOf: '2026-03-31',
    search: 'outage',
    type: 'TierChanged',
    actorId: 'operator',
  })
  expect(filterOf({ ...view, month: '' }, { asOf: '2026-05-01' })).toMatchObject({ asOf: '2026-05-01' })
})
