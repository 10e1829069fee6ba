import { expect, test } from 'vitest'
import { addDays, type CalendarDay } from '../../core/shown/calendar.ts'
import { mockExamDays } from './lay-out.ts'

const examDate = '2026-04-30'
const before = (days: number): CalendarDay => addDays(examDate, -days)
/** Days before the exam. */
const planned = (today: number, latest: number | null = null): number[] => {
  const days = mockExamDays({ today: before(today), examDate, latest: latest === null ? null : before(latest) })
  return Array.from({ length: 100 }, (_, days) => days)
    .filter((each) => days.has(before(each)))
    .toReversed()
}

test('mock exams come every second week, the last a week before the exam', () => {
  expect(planned(40)).toEqual([35, 21, 7])
  expect(planned(35)).toEqual([35, 21, 7])
})

test('the days do not move as the exam comes nearer', () => {
  for (let today = 60; today > 35; today -= 1) expect(planned(today).filter((day) => day <= 35)).toEqual([35, 21, 7])
})

test('a missed one comes again twice, and then is dropped', () => {
  expect(planned(34)).toEqual([32, 21, 7])
  expect(planned(31)).toEqual([29, 21, 7])
  expect(planned(28)).toEqual([21, 7])
})

test('one that was taken does not come again and stays on its day', () => {
  expect(planned(34, 35)).toEqual([21, 7])
  expect(planned(35, 35)).toEqual([35, 21, 7])
  expect(planned(33, 33)).toEqual([21, 7])
  expect(planned(34, 36)).toEqual([32, 21, 7])
})

test('the last days before the exam have none', () => {
  expect(planned(6)).toEqual([4])
  expect(planned(3)).toEqual([])
  expect(planned(1)).toEqual([])
})
