import { expect, it } from 'vitest'
import { searchOf, viewFrom } from './students-view.ts'

const read = (address: string, asOf = {}) => viewFrom(new URLSearchParams(address), asOf)
const usual = { search: '', status: 'all', tier: 'all', sort: 'joined', order: 'desc' }

it('reads a view from the address, leaves out what it does not understand, and writes it back', () => {
  const address = 'search=ana&status=active&tier=premium&sort=accuracy&order=asc'
  expect(searchOf(read(address), {}).toString()).toBe(address)
  expect(read('status=asleep&tier=gold&sort=height&order=up')).toEqual(usual)
  expect(searchOf(read(''), { asOf: '2026-03-01' }).toString()).toBe('asOf=2026-03-01')
})

it('sorts by what is known of an earlier day alone', () => {
  expect(read('sort=accuracy', { asOf: '2026-03-01' }).sort).toBe('joined')
  expect(read('sort=name', { asOf: '2026-03-01' }).sort).toBe('name')
})
