import { useEffect, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'

/** There are no older events. */
export const FIRST_DAY = '2020-01-01'

/** Business days are UTC days. */
export const utcToday = (now = new Date()): string => now.toISOString().slice(0, 10)

/** The day at whose end a screen is shown; left out for today. */
export interface AsOf {
  readonly asOf?: string
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Today, later days and invalid values count as none. */
export function asOfIn(search: URLSearchParams, today = utcToday()): AsOf {
  const day = search.get('asOf') ?? ''
  const isDay = dayPattern.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && day >= FIRST_DAY && day < today ? { asOf: day } : {}
}

export function useAsOf(): AsOf {
  const [search] = useSearchParams()
  return asOfIn(search)
}

export const useIsToday = (): boolean => useAsOf().asOf === undefined

export const among = <Value extends string, Otherwise extends string>(
  values: readonly Value[],
  word: string | null,
  otherwise: Otherwise,
): Value | Otherwise => values.find((known) => known === word) ?? otherwise

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/

export const monthIn = (search: URLSearchParams): string => {
  const month = search.get('month') ?? ''
  return monthPattern.test(month) ? month : ''
}

/** Default filters are left out; other parameters stay. */
export function withFilters<View extends object>(search: URLSearchParams, changed: Partial<View>, usual: View): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changed)) {
    if (value === usual[name as keyof View]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

export function useFilters<View extends object>(viewIn: (search: URLSearchParams, asOf: AsOf) => View) {
  const [search, setSearch] = useSearchParams()
  const asOf = asOfIn(search)
  // A second change may come before the address shows the first one.
  const pending = useRef<URLSearchParams>(null)
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle') pending.current = null
  }, [state])
  const change = (changed: Partial<View>) => {
    pending.current = withFilters(pending.current ?? search, changed, viewIn(new URLSearchParams(), asOf))
    setSearch(pending.current, { replace: true, preventScrollReset: true })
  }
  return [viewIn(search, asOf), change] as const
}

export const withAsOf = (to: string, { asOf }: AsOf): string => (asOf === undefined ? to : `${to}?${new URLSearchParams({ asOf })}`)

export const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** To the end of the month, or the day shown if that is earlier. */
export function daysOfMonth(month: string, { asOf }: AsOf, today = utcToday()): { readonly from: string; readonly asOf?: string } {
  const last = lastDayOf(month)
  const end = last < (asOf ?? today) ? last : asOf
  return { from: `${month}-01`, ...(end !== undefined && { asOf: end }) }
}
