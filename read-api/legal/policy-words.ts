const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** 'January 1, 2025'. */
export const dayInWords = (day: string): string => format.format(new Date(`${day}T00:00:00.000Z`))
