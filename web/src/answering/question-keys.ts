import { useEffect, useEffectEvent } from 'react'
import { createStore } from '../ui/store.ts'

export type QuestionKeyAction =
  | { type: 'select'; index: number }
  | { type: 'strike'; index: number }
  | { type: 'proceed' }
  | { type: 'flag' }
  | { type: 'showAnswer' }
  | { type: 'help' }

interface KeyPress {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const LETTERS = 'abcd'

/**
 * What a key means: 1–4 and A–D select, Shift and letter rules out, Enter submits or goes on, F flags, S shows the
 * answer, ? helps.
 */
export function questionKeyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): QuestionKeyAction | null {
  if (ctrlKey || metaKey || altKey || key === '') return null
  if (key === 'Enter') return { type: 'proceed' }
  if (key === '?') return { type: 'help' }
  const pressed = key.toLowerCase()
  if (pressed.length > 1) return null
  const letter = LETTERS.indexOf(pressed)
  if (letter >= 0) return { type: shiftKey ? 'strike' : 'select', index: letter }
  if (pressed === 'f') return { type: 'flag' }
  if (pressed === 's') return { type: 'showAnswer' }
  return /^[1-4]$/.test(pressed) ? { type: 'select', index: Number(pressed) - 1 } : null
}

const NATIVE = 'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"])'
const PRESSED_BY_ENTER = 'button, a, summary'

/** Hears the keys while `enabled`. Fields to type in keep theirs, and Enter on a button or link presses that. */
export function useQuestionKeys(enabled: boolean, act: (action: QuestionKeyAction) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const action = questionKeyAction(event)
    if (!action || event.repeat || event.defaultPrevented || !(event.target instanceof Element) || event.target.closest(NATIVE)) return
    if (action.type === 'proceed' && event.target.closest(PRESSED_BY_ENTER)) return
    event.preventDefault()
    act(action)
  })
  useEffect(() => {
    if (!enabled) return
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [enabled])
}

const KEY = 'questionKeys'

const kept = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

const keysSwitch = createStore(kept())

/** Switches the keys on or off for this browser: single letters get in the way of some who steer by voice. */
export function switchQuestionKeys(on: boolean): void {
  keysSwitch.set(on)
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

/** Whether the keys are switched on. */
export const useQuestionKeysSwitch = keysSwitch.useValue
