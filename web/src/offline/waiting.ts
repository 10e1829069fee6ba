import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'
import { createStore } from '../ui/store.ts'
import type { WaitingAnswer } from './database.ts'

/** What waits to be sent, for whatever screen shows it. */

/** Answers of the person who is signed in, in their order, with those that were refused. */
export const waitingAnswers = createStore<readonly WaitingAnswer[]>([])

const SOME_WAIT = 'medicready.answersWait'

/** Whether answers of anybody wait in this browser: only then is their code loaded with a question. */
export const someWait = (): boolean => readKept(ofThisBrowser, SOME_WAIT) === true
export const noteSomeWait = (some: boolean): void => keep(ofThisBrowser, SOME_WAIT, some || null)
