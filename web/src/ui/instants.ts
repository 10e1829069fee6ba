let shownZone = (): string | undefined => undefined

/** The device's by default; the server renders in the account's time zone. */
export const showInstantsIn = (zone: () => string | undefined): void => {
  shownZone = zone
}

export function instantFormat(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>()
  return (instant: string): string => {
    const timeZone = shownZone()
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) })
    formats.set(timeZone, format)
    return format.format(new Date(instant))
  }
}
