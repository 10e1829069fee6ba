import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { givenTime, MOST_HOURS_UNSENT } from './study-day.ts'

const now = '2026-03-04T12:00:00.000Z'
const instant = fc.date({ min: new Date('2026-02-20T00:00:00Z'), max: new Date('2026-03-10T00:00:00Z'), noInvalidDate: true })

describe('when an answer was given', () => {
  test('is the time of arrival by default', () => {
    expect(givenTime(null, now)).toEqual({ at: now, isLate: false })
  })

  test('is never in the future, and never before an answer could wait', () => {
    fc.assert(
      fc.property(instant, (claimed) => {
        const hours = (Date.parse(now) - claimed.getTime()) / 3_600_000
        if (hours > MOST_HOURS_UNSENT) {
          expect(() => givenTime(claimed.toISOString(), now)).toThrow(new Rejection('answerTooLate'))
          return
        }
        const { at, isLate } = givenTime(claimed.toISOString(), now)
        expect(at).toBe(hours > 0 ? claimed.toISOString() : now)
        expect(isLate).toBe(hours > 1 / 60)
      }),
    )
  })

  test('has the same limits in any notation', () => {
    expect(givenTime('2026-03-04T11:00Z', now)).toEqual({ at: '2026-03-04T11:00:00.000Z', isLate: true })
    expect(givenTime(hoursAfter(now, -MOST_HOURS_UNSENT), now).isLate).toBe(true)
  })
})
