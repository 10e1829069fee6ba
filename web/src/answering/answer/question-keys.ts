import { useEffectEvent, useLayoutEffect } from 'react'
import { createStore } from '../../ui/store.ts'

export type QuestionKeyAction =
  | { type: 'select'; by: 'letter' | 'digit'; index: number }
  | { type: 'strike'; by: 'letter'; index: number }
  | { type: 'proceed' }
  | { type: 'flag' }
  | { type: 'showAnswer' }
  | { type: 'help' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const LETTERS = 'abcdefgh'

/** F flags the question unless a choice has that letter; R always does. Shift and a letter strikes a choice. */
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

export const flagKey = (letters: number): string => (LETTERS.slice(0, letters).includes('f') ? 'R' : 'F')

const NATIVE = 'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"])'
const BLANK = '[data-blank]'
const isPressedByEnter = (target: Element): boolean => target.closest('button, a, summary') !== null
/** Dialogs and lists handle their own keys. */
const OWN_KEYS = '[role="dialog"], [role="listbox"]'

interface QuestionKeys {
  readonly enabled: boolean
  readonly letters: number
  /** Whether a key brought the focus here, so that Enter continues from it. */
  readonly isKeyed: (target: Element) => boolean
  readonly act: (action: QuestionKeyAction) => void
}

/** Input fields keep their keys, except Enter in a blank. Enter on a focused button or link presses it. */
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

export function useKeysBeside(enabled: boolean, press: (event: KeyboardEvent) => boolean): void {
  useDocumentKeys(enabled, (event) => {
    if (isFree(event) && !event.target.closest(NATIVE) && press(event)) event.preventDefault()
  })
}

const isFree = (event: KeyboardEvent): event is KeyboardEvent & { readonly target: Element } =>
  !event.repeat && !event.defaultPrevented && event.target instanceof Element && !event.target.closest(OWN_KEYS)

function useDocumentKeys(enabled: boolean, hear: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent(hear)
  // A layout effect, so that a key pressed as soon as a question is visible is heard.
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

/** Can be switched off because single letters get in the way of voice control. */
export function switchQuestionKeys(on: boolean): void {
  keysSwitch.set(on)
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

export const useQuestionKeysSwitch = keysSwitch.useValue
