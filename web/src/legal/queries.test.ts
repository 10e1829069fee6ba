import { expect, it } from 'vitest'
import { policyDay, wantedPolicy } from './queries.ts'

it.each([
  ['', { id: 'terms', version: undefined }],
  ['document=privacy', { id: 'privacy', version: undefined }],
  ['document=privacy&version=2', { id: 'privacy', version: 2 }],
  ['document=no-such&version=0', { id: 'terms', version: undefined }],
  ['document=__proto__&version=1e3', { id: 'terms', version: undefined }],
])('reads of the address ?%s which document is wanted', (search, wanted) => {
  expect(wantedPolicy(new URLSearchParams(search))).toEqual(wanted)
})

it('formats a day as the documents do, in any time zone', () => {
  expect(policyDay('2025-01-01')).toBe('January 1, 2025')
})
