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

export type Prompt = 'update' | 'install' | 'installByHand' | 'remind'

export const INSTALL_AFTER_MS = 30_000
export const REMIND_AFTER_MS = 60_000

/** At most one thing is asked at a time, and nothing of somebody who is at work. */
export function choosePrompt(now: Situation): Prompt | null {
  if (now.isAtWork || now.install === 'asking') return null
  if (now.hasUpdate) return 'update'
  if (now.install !== 'no' && now.mayAskToInstall && now.sinceLoadMs >= INSTALL_AFTER_MS)
    return now.install === 'offered' ? 'install' : 'installByHand'
  const mayRemind = now.permission === 'default' && now.mayAskToRemind && !now.wasAskedToInstall
  return mayRemind && now.sinceLoadMs >= REMIND_AFTER_MS ? 'remind' : null
}

const DAY_MS = 24 * 60 * 60 * 1000
/** "Later" is a week later. Who closes the question, or says no to the browser, is left alone for longer. */
export const ASK_AGAIN_MS = { later: 7 * DAY_MS, closed: 30 * DAY_MS } as const
