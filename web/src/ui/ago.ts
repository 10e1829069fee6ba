const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const relative = new Intl.RelativeTimeFormat('en-US')

/** How long ago an instant was: "just now", "3 hours ago", "13 days ago". */
export function agoOf(instant: string, now: number): string {
  const past = Math.max(0, now - Date.parse(instant))
  if (past < 2 * MINUTE) return 'just now'
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute')
  if (past < DAY) return relative.format(-Math.floor(past / HOUR), 'hour')
  return relative.format(-Math.floor(past / DAY), 'day')
}
