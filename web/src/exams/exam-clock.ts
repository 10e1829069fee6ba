/** Whole seconds that are left until a moment by this device's clock: those that have begun count. */
export const secondsLeft = (endsAt: number, now: number): number => Math.max(0, Math.ceil((endsAt - now) / 1_000))

/** Seconds as the clock of an exam shows them: 02:30:00. */
export const examClockFace = (seconds: number): string =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

/** Minutes before the end at which the clock says how many are left. */
const SAID_MINUTES = [1, 5, 10] as const

/** How many minutes are to be said when the time that is left has gone from one to the other; null where none are. */
export const minutesToSay = (before: number, now: number): number | null =>
  SAID_MINUTES.find((minutes) => before > minutes * 60 && now <= minutes * 60 && now > 0) ?? null
