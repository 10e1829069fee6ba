import { useSearchParams } from 'react-router-dom'

/** Nothing of the business is older. */
export const FIRST_DAY = '2020-01-01'

/** The day it is for the business, whose days are those of UTC. */
export const utcToday = (now = new Date()): string => now.toISOString().slice(0, 10)

/** The day as whose end a screen is shown, as reads ask for it: nothing where that is today. */
export interface AsOf {
  readonly asOf?: string
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** What an address says. Today, and what is no day that has been, is as good as nothing. */
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

/** An address of the dashboard that shows the same day. */
export const withAsOf = (to: string, { asOf }: AsOf): string => (asOf === undefined ? to : `${to}?${new URLSearchParams({ asOf })}`)

/** From the first of a month to its end, or to the day that is shown where that comes before. */
export function daysOfMonth(month: string, { asOf }: AsOf, today = utcToday()): { readonly from: string; readonly asOf?: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const end = last < (asOf ?? today) ? last : asOf
  return { from: `${month}-01`, ...(end !== undefined && { asOf: end }) }
}
