let shownZone = (): string | undefined => undefined

/** Sets the time zone in which instants are shown. By default it is the device's; a server renders in the account's. */
export const showInstantsIn = (zone: () => string | undefined): void => {
  shownZone = zone
}

/** Formats instants for people. */
export function instantFormat(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>()
  return (instant: string): string => {
    const timeZone = shownZone()
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) })
    formats.set(timeZone, format)
    return format.format(new Date(instant))
  }
}
