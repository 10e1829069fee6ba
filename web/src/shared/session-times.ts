interface Span {
  readonly startsAt: string
  readonly endsAt: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(instant: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([timeZone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  formats.set(key, format)
  // Some runtimes use a narrow no-break space before "AM".
  return format.format(new Date(instant)).replaceAll('\u202f', ' ')
}

export const clockTime = (instant: string, timeZone: string): string => formatted(instant, timeZone, { hour: 'numeric', minute: '2-digit' })

export const dayInFull = (instant: string, timeZone: string): string =>
  formatted(instant, timeZone, { weekday: 'long', month: 'long', day: 'numeric' })

/** "Tue, Jun 1, 2027, 10:00 AM to 11:00 AM". */
export const spanIn = ({ startsAt, endsAt }: Span, timeZone: string): string => {
  const day = formatted(startsAt, timeZone, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
  return `${day}, ${clockTime(startsAt, timeZone)} to ${clockTime(endsAt, timeZone)}`
}

/** "Chicago time", "UTC". */
export const clocksOf = (timeZone: string): string =>
  timeZone.includes('/') ? `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time` : timeZone

/** "11:00 AM New York time", with the day where it differs. Null where both clocks show the same. */
export function alsoIn({ startsAt, endsAt }: Span, own: string, other: string): string | null {
  if (spanIn({ startsAt, endsAt }, own) === spanIn({ startsAt, endsAt }, other)) return null
  const [ownDay, otherDay] = [dayInFull(startsAt, own), dayInFull(startsAt, other)]
  return `${clockTime(startsAt, other)} ${clocksOf(other)}${ownDay === otherDay ? '' : ` on ${otherDay}`}`
}
