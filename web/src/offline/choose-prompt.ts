import { useState } from 'react'
import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'

/** What is known when something may be asked of the person. */
export interface Situation {
  sinceLoadMs: number
  /** They are in the middle of something. */
  isAtWork: boolean
  hasUpdate: boolean
  /** The browser offers to install the app, asks about it itself, or a person can do it by hand: iOS has no offer. */
  install: 'offered' | 'asking' | 'byHand' | 'no'
  mayAskToInstall: boolean
  permission: NotificationPermission | 'unknown'
  mayAskToRemind: boolean
  /** The question about installing stood there when that about reminders would have come. */
  wasAskedToInstall: boolean
}

type Prompt = 'update' | 'install' | 'installByHand' | 'remind'

export const INSTALL_AFTER_MS = 30_000
export const REMIND_AFTER_MS = 60_000

/** At most one prompt at a time, and none in the middle of work. */
export function choosePrompt(now: Situation): Prompt | null {
  if (now.isAtWork || now.install === 'asking') return null
  if (now.hasUpdate) return 'update'
  if (now.install !== 'no' && now.mayAskToInstall && now.sinceLoadMs >= INSTALL_AFTER_MS)
    return now.install === 'offered' ? 'install' : 'installByHand'
  const mayRemind = now.permission === 'default' && now.mayAskToRemind && !now.wasAskedToInstall
  return mayRemind && now.sinceLoadMs >= REMIND_AFTER_MS ? 'remind' : null
}

const DAY_MS = 24 * 60 * 60 * 1000
/** "Later" is a week later. Closing the prompt, or saying no to the browser, puts it off for longer. */
const ASK_AGAIN_MS = { later: 7 * DAY_MS, closed: 30 * DAY_MS } as const

/** Whether something may be asked in this browser, and how it is put off. */
export function usePutOff(question: 'install' | 'remind') {
  const key = `askAgain.${question}`
  const [until, setUntil] = useState(() => Number(readKept(ofThisBrowser, key) ?? 0))
  const putOff = (how: keyof typeof ASK_AGAIN_MS) => {
    const next = Date.now() + ASK_AGAIN_MS[how]
    setUntil(next)
    keep(ofThisBrowser, key, next)
  }
  return { mayAsk: Date.now() >= until, putOff }
}
