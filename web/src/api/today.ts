import { accountDay } from '@medicready/domain/accounts/account-day'
import type { CalendarDay } from '@medicready/domain/calendar'
import { useSyncExternalStore } from 'react'
import { type User, useUser } from './session.ts'

const utc = { timeZone: 'UTC', formerTimeZone: null, timeZoneChangedAt: null }

/** Today on the calendar of an account. */
export const todayOf = (user: Pick<User, 'timeZone' | 'formerTimeZone' | 'timeZoneChangedAt'> | null): CalendarDay =>
  accountDay(new Date().toISOString(), user ?? utc)

const subscribeToReturns = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Today on the caller's own calendar. A screen left open over midnight is updated when somebody returns to it. */
export function useToday(): CalendarDay {
  const user = useUser()
  const today = () => todayOf(user)
  return useSyncExternalStore(subscribeToReturns, today, today)
}
