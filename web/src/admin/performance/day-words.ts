const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Below a chart of less than a year: "Mar 1". */
export const shortDayInWords = (of: string): string => day.format(new Date(of))
