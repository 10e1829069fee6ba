import type { OwnTutoringRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { describe, expect, it } from 'vitest'
import { refundInWords, refundNow, requestRefundNow } from './prices.ts'

const session = { startsAt: '2027-06-02T15:00:00.000Z', amount: 4_500, currency: 'usd' }
const wordsAt = (now: string) => refundInWords(session, refundNow(session, now))

describe('the refund when a session is cancelled now', () => {
  it('depends on the notice, to the second', () => {
    expect(wordsAt('2027-06-01T15:00:00.000Z')).toBe('The full price, $45.00, is refunded.')
    expect(wordsAt('2027-06-01T15:00:01.000Z')).toBe('Half the price, $22.50 of $45.00, is refunded.')
    expect(wordsAt('2027-06-02T13:00:00.000Z')).toBe('Half the price, $22.50 of $45.00, is refunded.')
    expect(wordsAt('2027-06-02T13:00:01.000Z')).toBe('The price, $45.00, is not refunded because the session begins in less than 2 hours.')
  })

  it('says until when', () => {
    expect(refundNow(session, '2027-06-01T00:00:00.000Z').until).toBe('2027-06-01T15:00:00.000Z')
    expect(refundNow(session, '2027-06-02T00:00:00.000Z').until).toBe('2027-06-02T13:00:00.000Z')
    expect(refundNow(session, '2027-06-02T14:00:00.000Z').until).toBeNull()
  })
})

it('refunds unscheduled sessions in full, and scheduled ones by their notice', () => {
  const request = {
    price: { amount: 22_500, currency: 'usd' },
    paidAt: '2027-05-01T00:00:00.000Z',
    sessionsPaid: 5,
    sessionsLeft: 3,
    sessions: [
      { ...session, state: 'scheduled' },
      { ...session, state: 'completed' },
    ],
  } as OwnTutoringRequest
  expect(requestRefundNow(request, '2027-06-02T00:00:00.000Z')).toEqual({ amount: 3 * 4_500 + 2_250, currency: 'usd' })
  expect(requestRefundNow({ ...request, paidAt: null }, '2027-06-02T00:00:00.000Z')).toBeNull()
})
