import { useEffectEvent, useLayoutEffect } from 'react'
import { createStore } from '../ui/store.ts'

export type QuestionKeyAction =
  | { type: 'select'; by: 'letter' | 'digit'; index: number }
  | { type: 'strike'; by: 'letter'; index: number }
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

const LETTERS = 'abcdefgh'

/**
 * What a key means on a question with so many lettered choices: letters and digits select, Shift and letter rules out,
 * Enter submits or goes on, S shows the answer, ? helps. F flags, unless a choice has this letter, and R always does.
 */
export function questionKeyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress, letters: number): QuestionKeyAction | null {
  if (ctrlKey || metaKey || altKey || key === '') return null
  if (key === 'Enter') return { type: 'proceed' }
  if (key === '?') return { type: 'help' }
  const pressed = key.toLowerCase()
  if (pressed.length > 1) return null
  const index = LETTERS.slice(0, letters).indexOf(pressed)
  if (index >= 0) return { type: shiftKey ? 'strike' : 'select', by: 'letter', index }
  if (pressed === 'r' || pressed === 'f') return { type: 'flag' }
  if (pressed === 's') return { type: 'showAnswer' }
  const digit = /^[1-9]$/.test(pressed) ? Number(pressed) : 0
  return digit > 0 && digit <= letters ? { type: 'select', by: 'digit', index: digit - 1 } : null
}

/** Whether the letter of flagging is a choice's. */
export const flagKey = (letters: number): string => (LETTERS.slice(0, letters).includes('f') ? 'R' : 'F')

const NATIVE = 'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"])'
/** Marks the field of a question whose answer is written. */
const BLANK = '[data-blank]'
const isPressedByEnter = (target: Element): boolean => target.closest('button, a, summary') !== null
/** Windows and lists have their keys for themselves. */
const OWN_KEYS = '[role="dialog"], [role="listbox"]'

interface QuestionKeys {
  readonly enabled: boolean
  readonly letters: number
  /** Whether a key brought the focus here, so that Enter goes on from it. */
  readonly isKeyed: (target: Element) => boolean
  readonly act: (action: QuestionKeyAction) => void
}

/**
 * Hears the keys while `enabled`. Fields to type in keep theirs, but for Enter in the blank of a question; and Enter on
 * a focused button or link presses that.
 */
export function useQuestionKeys({ enabled, letters, isKeyed, act }: QuestionKeys): void {
  useDocumentKeys(enabled, (event) => {
    const action = questionKeyAction(event, letters)
    if (!action || !isFree(event)) return
    if (action.type === 'proceed' ? isPressedByEnter(event.target) && !isKeyed(event.target) : event.target.closest(NATIVE)) return
    if (action.type === 'proceed' && event.target.closest(NATIVE) && !event.target.closest(BLANK)) return
    event.preventDefault()
    act(action)
  })
}

/** Hears the keys of tools beside the question, wherever nothing else has them: `press` says whether it was one. */
export function useKeysBeside(enabled: boolean, press: (event: KeyboardEvent) => boolean): void {
  useDocumentKeys(enabled, (event) => {
    if (isFree(event) && !event.target.closest(NATIVE) && press(event)) event.preventDefault()
  })
}

const isFree = (event: KeyboardEvent): event is KeyboardEvent & { readonly target: Element } =>
  !event.repeat && !event.defaultPrevented && event.target instanceof Element && !event.target.closest(OWN_KEYS)

function useDocumentKeys(enabled: boolean, hear: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent(hear)
  // With the picture: a key that is pressed as soon as a question is seen is heard.
  useLayoutEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => listener(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
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

const keysSwitch = createStore(kept(), true)

/** Switches the keys on or off for this browser: single letters get in the way of some who steer by voice. */
export function switchQuestionKeys(on: boolean): void {
  keysSwitch.set(on)
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

export const useQuestionKeysSwitch = keysSwitch.useValue
