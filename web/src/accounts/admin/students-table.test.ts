import { expect, it } from 'vitest'
import { viewFrom } from './students-table.tsx'

const read = (address: string, asOf = {}) => viewFrom(new URLSearchParams(address), asOf)

it('reads a view from the URL and ignores unknown values', () => {
  expect(read('search=ana&status=active&tier=premium&sort=accuracy&order=asc')).toEqual({
    search: 'ana',
    status: 'active',
    tier: 'premium',
    sort: 'accuracy',
    order: 'asc',
  })
  expect(read('status=asleep&tier=gold&sort=height&order=up')).toEqual({
    search: '',
    status: 'all',
    tier: 'all',
    sort: 'joined',
    order: 'desc',
  })
})

it('an earlier day can only be sorted by what was recorded then', () => {
  expect(read('sort=accuracy', { asOf: '2026-03-01' }).sort).toBe('joined')
  expect(read('sort=name', { asOf: '2026-03-01' }).sort).toBe('name')
})
