import { expect, it } from 'vitest'
import { startsByDay } from './plan-session-dialog.tsx'

it("groups times by the days in the viewer's time zone", () => {
  const starts = ['2027-06-02T03:00:00.000Z', '2027-06-01T15:00:00.000Z', '2027-06-02T06:00:00.000Z']
  expect(startsByDay(starts, 'America/Chicago')).toEqual([
    { day: '2027-06-01', starts: ['2027-06-01T15:00:00.000Z', '2027-06-02T03:00:00.000Z'] },
    { day: '2027-06-02', starts: ['2027-06-02T06:00:00.000Z'] },
  ])
})
