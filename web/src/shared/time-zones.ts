interface TimeZoneGroup {
  /** A region of the world; '' for zones that lie in none. */
  readonly region: string
  readonly zones: readonly { readonly id: string; readonly label: string }[]
}

const words = (part: string): string => part.replaceAll('_', ' ')

/** 'America/Argentina/Buenos_Aires' becomes 'Buenos Aires, Argentina'. `wanted` zones are always included. */
export function timeZoneGroups(...wanted: readonly string[]): readonly TimeZoneGroup[] {
  const ids = new Set([...wanted, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  const zones = [...ids].map((id) => {
    const parts = id.split('/')
    const region = parts.length > 1 ? (parts[0] ?? '') : ''
    const place = parts.slice(region === '' ? 0 : 1).map(words)
    return { region, id, label: place.reverse().join(', ') }
  })
  const byName = (one: string, other: string) => one.localeCompare(other, 'en')
  return [...Map.groupBy(zones, ({ region }) => region)]
    .map(([region, all]) => ({ region, zones: all.map(({ id, label }) => ({ id, label })).sort((a, b) => byName(a.label, b.label)) }))
    .sort((a, b) => byName(a.region, b.region))
}

export const zoneOfDevice = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const clockIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(now)
