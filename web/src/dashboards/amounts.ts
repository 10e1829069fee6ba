const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const smallDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const shortDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 })

/** Whole cents as money: "$1,204.00", "−$5.00". */
export const moneyOf = (cents: number): string => dollars.format(cents / 100).replace('-', '−')

/** The same where there is little room, as at an axis: "$1.2K". */
export const shortMoneyOf = (cents: number): string => shortDollars.format(cents / 100).replace('-', '−')

/** Whole cents as a spreadsheet takes them: "1204.00". */
export const decimalsOf = (cents: number): string => (cents / 100).toFixed(2)

const dollarsPattern = /^(\d{1,6})(?:\.(\d{1,2}))?$/

/** "2.5" in cents, without rounding errors; NaN where it is not an amount. */
export function centsOf(text: string): number {
  const [, dollars, cents = ''] = dollarsPattern.exec(text.trim().replace(/^\$/, '')) ?? []
  return dollars === undefined ? Number.NaN : 100 * Number(dollars) + Number(cents.padEnd(2, '0'))
}

/** Millionths of a dollar as a spreadsheet takes them, and as money: a question costs less than a cent. */
export const microDecimalsOf = (microDollars: number): string => (microDollars / 1_000_000).toFixed(6)
export const microMoneyOf = (microDollars: number): string => smallDollars.format(microDollars / 1_000_000).replace('-', '−')

export const numberOf = (count: number): string => count.toLocaleString('en-US').replace('-', '−')

/** A share of 0 to 1 in percent, with a tenth: "4.2%"; a dash where there is none. */
export const shareOf = (share: number | null): string => (share === null ? '–' : `${(100 * share).toFixed(1)}%`)

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** `2026-03` as people write it: "Mar 2026". */
export const monthInWords = (of: string): string => month.format(new Date(`${of}-01`))
/** Below a chart: "Mar 26". */
export const shortMonthInWords = (of: string): string => shortMonth.format(new Date(`${of}-01`))

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/** A moment of the business: "Mar 1, 2026, 14:03". Columns of them say that they are UTC. */
export const utcInstantOf = (at: string): string => instant.format(new Date(at))

/** The type of a fact as people read it: `InvoicePaid` is "Invoice paid". */
export const factName = (type: string): string => {
  const words = type.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
