import { useState } from 'react'
import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'

export interface Situation {
  sinceLoadMs: number
  isAtWork: boolean
  hasUpdate: boolean
  /** The browser offers to install the app, is already asking, or it can only be done by hand: iOS makes no offer. */
  install: 'offered' | 'asking' | 'byHand' | 'no'
  mayAskToInstall: boolean
  permission: NotificationPermission | 'unknown'
  mayAskToRemind: boolean
  /** The install prompt was shown when the reminder prompt would have come. */
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
/** Closing a prompt, or refusing in the browser's own dialog, postpones it longer than "Later". */
const ASK_AGAIN_MS = { later: 7 * DAY_MS, closed: 30 * DAY_MS } as const

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
