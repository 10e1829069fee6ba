import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'
import { createStore } from '../ui/store.ts'
import type { WaitingAnswer } from './database.ts'

/** What waits to be sent, for every screen. */

/** Answers of the person who is signed in, in their order, with those that were refused. */
export const waitingAnswers = createStore<readonly WaitingAnswer[]>([])

const SOME_WAIT = 'medicready.answersWait'

/** Whether any answers wait in this browser; their code is loaded only then. */
export const someWait = (): boolean => readKept(ofThisBrowser, SOME_WAIT) === true
export const noteSomeWait = (some: boolean): void => keep(ofThisBrowser, SOME_WAIT, some || null)

const SOME_KEPT = 'medicready.deliveriesKept'

/** Whether anything is kept in this browser: only then is the code loaded that reads it. */
export const isSomeKept = (): boolean => readKept(ofThisBrowser, SOME_KEPT) === true
export const noteSomeKept = (some: boolean): void => keep(ofThisBrowser, SOME_KEPT, some || null)
