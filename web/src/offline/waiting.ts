import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'
import { createStore } from '../ui/store.ts'
import type { WaitingAnswer } from './database.ts'

export const waitingAnswers = createStore<readonly WaitingAnswer[]>([])

const SOME_WAIT = 'medicready.answersWait'

/** Stored apart, so that the outbox's code is loaded only when answers wait. */
export const someWait = (): boolean => readKept(ofThisBrowser, SOME_WAIT) === true
export const noteSomeWait = (some: boolean): void => keep(ofThisBrowser, SOME_WAIT, some || null)

const SOME_KEPT = 'medicready.deliveriesKept'

/** The code that reads kept data is loaded only then. */
export const isSomeKept = (): boolean => readKept(ofThisBrowser, SOME_KEPT) === true
export const noteSomeKept = (some: boolean): void => keep(ofThisBrowser, SOME_KEPT, some || null)
