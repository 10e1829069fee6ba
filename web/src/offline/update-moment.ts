/** Where somebody is in the middle of something that a reload would take from them. */
const PLACES_OF_WORK = [
  /^\/study-session$/,
  /^\/review$/,
  /^\/practice-exam\/[^/]+$/,
  /^\/questions?\/[^/]+$/,
  /^\/checkout$/,
  /^\/admin\/questions\/[^/]+$/,
]

export const isPlaceOfWork = (path: string): boolean => PLACES_OF_WORK.some((place) => place.test(path))

/** What is known of a page when a newer version of it is there. */
export interface PageNow {
  path: string
  /** Something was entered since the screen was opened. */
  hasInput: boolean
  /** A write is under way. */
  isWriting: boolean
  /** A window stands over the screen. */
  hasWindow: boolean
  isHidden: boolean
  /** How long nobody has touched the screen; for ever, if nobody has since it was opened. */
  idleMs: number
}

export const IDLE_MS = 30_000

/** Whether the page is replaced now, the person is offered to have it replaced, or nothing is said for now. */
export function updateMoment(page: PageNow): 'reload' | 'offer' | 'wait' {
  if (isPlaceOfWork(page.path) || page.isWriting || page.hasWindow) return 'wait'
  if (page.hasInput) return 'offer'
  return page.isHidden || page.idleMs >= IDLE_MS ? 'reload' : 'offer'
}
