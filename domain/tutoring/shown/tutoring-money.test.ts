import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf, noticeMilliseconds, parted, priceOf, refundOf, shareOf } from './tutoring-money.ts'

test('an hour costs fifty dollars, and a bundle of five is ten percent off', () => {
  expect(priceOf({ bundle: false })).toEqual({ sessions: 1, amount: 5_000, currency: 'usd' })
  expect(priceOf({ bundle: true })).toEqual({ sessions: 5, amount: 22_500, currency: 'usd' })
})

const cents = fc.integer({ min: 0, max: 10_000_000 })

test('the shares of the sessions add up to the payment, and differ by at most a cent', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 20 }), (amount, sessions) => {
      const shares = Array.from({ length: sessions }, (_, index) => shareOf(amount, sessions, index + 1))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
  expect([1, 2, 3].map((ordinal) => shareOf(100, 3, ordinal))).toEqual([34, 33, 33])
})

test('the platform keeps twenty percent, rounded to a cent', () => {
  expect([5_000, 4_500, 2, 3, 0].map(feeOf)).toEqual([1_000, 900, 0, 1, 0])
})

test("a session's price is divided among student, platform, and tutor to the cent", () => {
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom('student', 'tutor', 'admin'),
      fc.integer({ min: -200_000_000, max: 200_000_000 }),
      (amount, as, notice) => {
        const { refund, fee, earned } = parted(amount, refundOf(amount, { as, notice }))
        expect(refund + fee + earned).toBe(amount)
        for (const part of [refund, fee, earned]) expect(part).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

describe('the refund of a cancellation', () => {
  const startsAt = '2026-03-10T15:00:00.000Z'
  const at = (now: string, as: 'student' | 'tutor' | 'admin' = 'student', amount = 5_000) =>
    refundOf(amount, { as, notice: noticeMilliseconds(startsAt, now) })

  test('is full with 24 hours of notice or more, to the second', () => {
    expect(at('2026-03-01T15:00:00.000Z')).toBe(5_000)
    expect(at('2026-03-09T14:59:59.000Z')).toBe(5_000)
    expect(at('2026-03-09T15:00:00.000Z')).toBe(5_000)
    expect(at('2026-03-09T15:00:00.001Z')).toBe(2_500)
    expect(at('2026-03-09T15:00:01.000Z')).toBe(2_500)
  })

  test('is half with less notice but at least 2 hours', () => {
    expect(at('2026-03-10T12:59:59.000Z')).toBe(2_500)
    expect(at('2026-03-10T13:00:00.000Z')).toBe(2_500)
    expect(at('2026-03-10T13:00:00.001Z')).toBe(0)
    expect(at('2026-03-10T13:00:01.000Z')).toBe(0)
  })

  test('is nothing later, and nothing once the session has begun', () => {
    expect(at('2026-03-10T14:59:59.000Z')).toBe(0)
    expect(at('2026-03-10T15:00:00.000Z')).toBe(0)
    expect(at('2026-03-10T16:00:00.000Z')).toBe(0)
  })

  test('is always full if the tutor or an administrator cancels', () => {
    for (const as of ['tutor', 'admin'] as const)
      for (const now of ['2026-03-01T15:00:00.000Z', '2026-03-10T14:59:59.000Z', '2026-03-10T17:00:00.000Z'])
        expect(at(now, as)).toBe(5_000)
  })

  test('gives the student an odd cent', () => {
    expect(at('2026-03-10T12:00:00.000Z', 'student', 4_501)).toBe(2_251)
  })
})
