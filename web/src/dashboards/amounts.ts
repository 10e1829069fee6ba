import { capitalized } from '../ui/words.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const smallDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const shortDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 })

export const moneyOf = (cents: number): string => dollars.format(cents / 100).replace('-', '−')

/** For axes: "$1.2K". */
export const shortMoneyOf = (cents: number): string => shortDollars.format(cents / 100).replace('-', '−')

/** For spreadsheets: "1204.00". */
export const decimalsOf = (cents: number): string => (cents / 100).toFixed(2)

const dollarsPattern = /^(\d{1,6})(?:\.(\d{1,2}))?$/

/** NaN if it is not an amount. Parsed as text, because 100 * 1.15 is not 115. */
export function centsOf(text: string): number {
  const [, dollars, cents = ''] = dollarsPattern.exec(text.trim().replace(/^\$/, '')) ?? []
  return dollars === undefined ? Number.NaN : 100 * Number(dollars) + Number(cents.padEnd(2, '0'))
}

/** Millionths of a dollar, because a question costs less than a cent. */
export const microDecimalsOf = (microDollars: number): string => (microDollars / 1_000_000).toFixed(6)
export const microMoneyOf = (microDollars: number): string => smallDollars.format(microDollars / 1_000_000).replace('-', '−')

export const numberOf = (count: number): string => count.toLocaleString('en-US').replace('-', '−')

export const shareOf = (share: number | null): string => (share === null ? '–' : `${(100 * share).toFixed(1)}%`)

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit', timeZone: 'UTC' })

export const monthInWords = (of: string): string => month.format(new Date(`${of}-01`))
export const shortMonthInWords = (of: string): string => shortMonth.format(new Date(`${of}-01`))

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/** "Mar 1, 2026, 14:03". Column heads say that it is UTC. */
export const utcInstantOf = (at: string): string => instant.format(new Date(at))

/** `InvoicePaid` is "Invoice paid". */
export const factName = (type: string): string => capitalized(type.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase())
