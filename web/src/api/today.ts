import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { createContext, useContext, useState, useSyncExternalStore } from 'react'
import { type User, useUser } from './session.ts'

/** When the page was rendered, by this device's clock; null where no server rendered it. */
export const RenderedAt = createContext<number | null>(null)

const never = () => () => undefined

/** Only after hydration may a component read what only this device knows. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** When this component first appeared; during hydration, the server's moment. */
export function useMoment(): number {
  const renderedAt = useContext(RenderedAt)
  const isHydrated = useIsHydrated()
  const [first] = useState(() => Date.now())
  return isHydrated ? first : (renderedAt ?? first)
}

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
