import { useSearchParams } from 'react-router-dom'

/** The business has no older facts. */
export const FIRST_DAY = '2020-01-01'

/** The day it is for the business, whose days are those of UTC. */
export const utcToday = (now = new Date()): string => now.toISOString().slice(0, 10)

/** The day as whose end a screen is shown, as reads ask for it: nothing where that is today. */
export interface AsOf {
  readonly asOf?: string
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** The day in the address. Today, a later day and anything else count as none. */
export function asOfIn(search: URLSearchParams, today = utcToday()): AsOf {
  const day = search.get('asOf') ?? ''
  const isDay = dayPattern.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && day >= FIRST_DAY && day < today ? { asOf: day } : {}
}

/** The day that the screen shows: `const asOf = useAsOf()`, and `query: { ...asOf }` in its reads. */
export function useAsOf(): AsOf {
  const [search] = useSearchParams()
  return asOfIn(search)
}

/** Whether the screen shows today: only then can anything be changed. */
export const useIsToday = (): boolean => useAsOf().asOf === undefined

/** A word of the address, where it is one of those that are known. */
export const among = <Value extends string, Otherwise extends string>(
  values: readonly Value[],
  word: string | null,
  otherwise: Otherwise,
): Value | Otherwise => values.find((known) => known === word) ?? otherwise

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** `month=2026-03` of an address; empty for anything else. */
export const monthIn = (search: URLSearchParams): string => {
  const month = search.get('month') ?? ''
  return monthPattern.test(month) ? month : ''
}

/** The address with other filters. Those that are as usual are left out of it, and all else that it says stays. */
export function withFilters<View extends object>(search: URLSearchParams, changed: Partial<View>, usual: View): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changed)) {
    if (value === usual[name as keyof View]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The filters that the address names, and the way to change them: `const [view, change] = useFilters(viewIn)`. */
export function useFilters<View extends object>(viewIn: (search: URLSearchParams, asOf: AsOf) => View) {
  const [search, setSearch] = useSearchParams()
  const asOf = asOfIn(search)
  const change = (changed: Partial<View>) =>
    setSearch(withFilters(search, changed, viewIn(new URLSearchParams(), asOf)), { replace: true, preventScrollReset: true })
  return [viewIn(search, asOf), change] as const
}

/** An address of the dashboard that shows the same day. */
export const withAsOf = (to: string, { asOf }: AsOf): string => (asOf === undefined ? to : `${to}?${new URLSearchParams({ asOf })}`)

/** From the first of a month to its end, or to the day that is shown where that comes before. */
export function daysOfMonth(month: string, { asOf }: AsOf, today = utcToday()): { readonly from: string; readonly asOf?: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const end = last < (asOf ?? today) ? last : asOf
  return { from: `${month}-01`, ...(end !== undefined && { asOf: end }) }
}
