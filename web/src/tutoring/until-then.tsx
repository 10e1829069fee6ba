import { clockTime, dayInFull } from '../app/session-times.ts'

/** Until when as much is paid back. */
export const UntilThen = ({ until, timeZone }: { until: string; timeZone: string }) => (
  <>
    This holds until {dayInFull(until, timeZone)}, {clockTime(until, timeZone)}.
  </>
)
