import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'

const SOME_KEPT = 'medicready.deliveriesKept'

/** Whether anything is kept in this browser: only then is the code loaded that reads it. */
export const isSomeKept = (): boolean => readKept(ofThisBrowser, SOME_KEPT) === true
export const noteSomeKept = (some: boolean): void => keep(ofThisBrowser, SOME_KEPT, some || null)
