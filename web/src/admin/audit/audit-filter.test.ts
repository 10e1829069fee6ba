import type { AuditEntry } from '@medicready/domain/contract/admin-system'
import { expect, it } from 'vitest'
import { filteredEntries, optionsOf } from './audit-filter.ts'

const entry = (id: string, changed: Partial<AuditEntry>): AuditEntry => ({
  id,
  at: '2026-03-01T12:00:00.000Z',
  type: 'RoleGranted',
  what: 'Gave the role educator',
  reason: 'Teaches trauma care.',
  actorId: 'a',
  actor: 'Bea Moreno',
  userId: null,
  name: 'Ana Ortiz',
  stream: 'account-1',
  ...changed,
})
const entries = [
  entry('1', {}),
  entry('2', { type: 'TierChanged', actor: 'operator', reason: null }),
  entry('3', { name: 'Cem Aydin', actor: '' }),
]
const usual = { type: '', actor: '', words: '' }
const ids = (filter: Partial<typeof usual>) => filteredEntries(entries, { ...usual, ...filter }).map(({ id }) => id)

it('lets through what fits all that is asked for', () => {
  expect(ids({})).toEqual(['1', '2', '3'])
  expect(ids({ type: 'RoleGranted' })).toEqual(['1', '3'])
  expect(ids({ actor: 'operator' })).toEqual(['2'])
  expect(ids({ words: ' TRAUMA ' })).toEqual(['1', '3'])
  expect(ids({ words: 'cem', type: 'TierChanged' })).toEqual([])
})

it('offers what there is to choose from', () => {
  expect(optionsOf(entries, 'type')).toEqual(['', 'RoleGranted', 'TierChanged'])
  expect(optionsOf(entries, 'actor')).toEqual(['', 'Bea Moreno', 'operator'])
})
