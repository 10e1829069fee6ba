import { inWords, type Money, priceInWords } from '@medicready/domain/billing/shown/money'
import type { OwnTutoringRequest, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { FULL_REFUND_HOURS, HALF_REFUND_HOURS } from '@medicready/domain/tutoring/shown/rules'
import { noticeMilliseconds, priceOf, refundOf, shareOf } from '@medicready/domain/tutoring/shown/tutoring-money'
import { useEffect, useState } from 'react'
import { useMoment } from '../api/rendered-at.ts'

export function useNow(everyMilliseconds = 1_000): string {
  const [now, setNow] = useState(new Date(useMoment()).toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}

type Priced = Pick<TutoringSession, 'startsAt' | 'amount' | 'currency'>

interface RefundNow {
  readonly refund: Money
  readonly share: 'all' | 'half' | 'nothing'
  /** Null if it cannot shrink. */
  readonly until: string | null
}

export function refundNow({ startsAt, amount, currency }: Priced, now: string): RefundNow {
  const refund = { amount: refundOf(amount, { as: 'student', notice: noticeMilliseconds(startsAt, now) }), currency }
  const [fullUntil, halfUntil] = [hoursAfter(startsAt, -FULL_REFUND_HOURS), hoursAfter(startsAt, -HALF_REFUND_HOURS)]
  if (now <= fullUntil) return { refund, share: 'all', until: fullUntil }
  return now <= halfUntil ? { refund, share: 'half', until: halfUntil } : { refund, share: 'nothing', until: null }
}

const shareWords = {
  all: (_: string, refund: string) => `The full price, ${refund}, is refunded.`,
  half: (price: string, refund: string) => `Half the price, ${refund} of ${price}, is refunded.`,
  nothing: (price: string) => `The price, ${price}, is not refunded because the session begins in less than ${HALF_REFUND_HOURS} hours.`,
}

export const refundInWords = ({ amount, currency }: Priced, { refund, share }: RefundNow): string =>
  shareWords[share](inWords({ amount, currency }), inWords(refund))

/** Scheduled sessions by their notice, the others in full. */
export function requestRefundNow({ price, paidAt, sessionsPaid, sessionsLeft, sessions }: OwnTutoringRequest, now: string): Money | null {
  if (price === null || paidAt === null) return null
  const planned = sessions.filter(({ state }) => state === 'scheduled').map((session) => refundNow(session, now).refund.amount)
  const unplanned = Array.from({ length: sessionsLeft }, (_, index) =>
    shareOf(price.amount, sessionsPaid, sessionsPaid - sessionsLeft + index + 1),
  )
  return { amount: [...planned, ...unplanned].reduce((sum, each) => sum + each, 0), currency: price.currency }
}

const words = (bundle: boolean): string => {
  const { amount, currency } = priceOf({ bundle })
  return priceInWords({ amount, currency })
}

export const onePrice = words(false)
/** "$225", for five paid in advance. */
export const bundlePrice = words(true)
export const bundleSessions = priceOf({ bundle: true }).sessions

export const bundleSessionPrice = (): string => {
  const { amount, sessions, currency } = priceOf({ bundle: true })
  const each: Money = { amount: amount / sessions, currency }
  return priceInWords(each)
}
