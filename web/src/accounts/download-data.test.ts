import type { DataExport } from '@medicready/domain/contract/accounts/accounts'
import { expect, test } from 'vitest'
import { exportWords, mayAskAgain, sizeOf } from './download-data.tsx'

const requestedAt = '2026-03-01T12:00:00.000Z'
const latest: DataExport = { id: '0197b1a2-7f5c-5e4d-9e32-8daf5c3b6e33', requestedAt, situation: 'beingMade', expiresAt: null, bytes: null }

test('the state of an export is shown in words', () => {
  expect(exportWords(latest)).toContain('We are preparing your data.')
  expect(exportWords({ ...latest, situation: 'ready', expiresAt: '2026-03-02T12:00:10.000Z', bytes: 7_321 })).toMatch(
    /^Your data is ready to download until Mar [123], 2026, .* \(7 KB\)\.$/,
  )
  expect(exportWords({ ...latest, situation: 'expired' })).toContain('has expired')
})

test('sizes are shown in words', () => {
  expect([1, 7_321, 1_234_567].map(sizeOf)).toEqual(['1 KB', '7 KB', '1.2 MB'])
})

test('data can be requested again after a day', () => {
  const after = (hours: number) => Date.parse(requestedAt) + hours * 3_600_000
  expect(mayAskAgain(undefined, after(0))).toBe(true)
  expect(mayAskAgain(latest, after(23.9))).toBe(false)
  expect(mayAskAgain({ ...latest, situation: 'expired' }, after(24))).toBe(true)
})
