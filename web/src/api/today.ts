import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { useContext, useSyncExternalStore } from 'react'
import { RenderedAt } from './rendered-at.ts'
import { type User, useUser } from './session.ts'

const utc = { timeZone: 'UTC', formerTimeZone: null, timeZoneChangedAt: null }

export const todayOf = (user: Pick<User, 'timeZone' | 'formerTimeZone' | 'timeZoneChangedAt'> | null, now = Date.now()): CalendarDay =>
  accountDay(new Date(now).toISOString(), user ?? utc)

const subscribeToReturns = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** A screen left open over midnight is updated when its user returns to it. */
export function useToday(): CalendarDay {
  const user = useUser()
  const renderedAt = useContext(RenderedAt)
  return useSyncExternalStore(
    subscribeToReturns,
    () => todayOf(user),
    () => todayOf(user, renderedAt ?? Date.now()),
  )
}
