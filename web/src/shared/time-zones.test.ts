import { expect, it } from 'vitest'
import { clockIn, timeZoneGroups } from './time-zones.ts'

it('has each zone once, in its region, called by its city', () => {
  const groups = timeZoneGroups('America/Denver')
  const america = groups.find(({ region }) => region === 'America')?.zones ?? []
  expect(america.filter(({ id }) => id === 'America/Denver')).toEqual([{ id: 'America/Denver', label: 'Denver' }])
  expect(america.find(({ id }) => id === 'America/Indiana/Knox')?.label).toBe('Knox, Indiana')
  expect(america.find(({ id }) => id === 'America/New_York')?.label).toBe('New York')
  const ids = groups.flatMap(({ zones }) => zones.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  expect(groups.map(({ region }) => region)).toEqual(groups.map(({ region }) => region).sort())
})

it("contains the account's zone even if the browser names it differently", () => {
  expect(timeZoneGroups('US/Mountain').find(({ region }) => region === 'US')?.zones).toEqual([{ id: 'US/Mountain', label: 'Mountain' }])
  expect(timeZoneGroups().find(({ region }) => region === '')?.zones).toEqual([{ id: 'UTC', label: 'UTC' }])
})

it('shows the local time', () => {
  expect(clockIn('Asia/Tokyo', new Date('2026-03-01T12:05:00Z'))).toMatch(/^Sunday,? (at )?9:05\sPM$/)
})
