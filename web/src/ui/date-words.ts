const dayAndYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** An instant as people write its day: "Mar 1, 2026". */
export const dayOf = (instant: string): string => dayAndYear.format(new Date(instant))
