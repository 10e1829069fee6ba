import { useState } from 'react'
import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'
import { ASK_AGAIN_MS } from './choose-prompt.ts'

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
