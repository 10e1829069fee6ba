import type { Question } from '@medicready/domain/contract/questions/questions'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import type { AnswerDraft, DraftChange } from './answer-draft.ts'
import { keyedChange, lettered } from './item-answer.ts'
import { type QuestionKeyAction, useQuestionKeys, useQuestionKeysSwitch } from './question-keys.ts'

interface AnsweringKeys {
  readonly item: Question['item']
  readonly draft: AnswerDraft
  readonly change: Dispatch<DraftChange>
  readonly isLocked: boolean
  readonly isPaused: boolean
  readonly proceed: (() => void) | undefined
  readonly showAnswer: () => void
  readonly flag: () => void
}

/** Focus follows what a key selects, so that it is read out. */
export function useAnsweringKeys({ item, draft, change, isLocked, isPaused, proceed, showAnswer, flag }: AnsweringKeys) {
  const [helpOpen, showHelp] = useState(false)
  const on = useQuestionKeysSwitch()
  const parts = useRef<HTMLDivElement>(null)
  const keyedPart = useRef<string | null>(null)
  const focusedByKey = useRef<Element | null>(null)

  const act = (action: QuestionKeyAction) => {
    if (action.type === 'help') return showHelp(true)
    if (action.type === 'proceed') return proceed?.()
    if (action.type === 'showAnswer') return showAnswer()
    if (isLocked) return
    if (action.type === 'flag') return flag()
    const keyed = keyedChange(item, draft, action)
    if (!keyed) return
    change(keyed)
    if (action.type === 'select' && 'id' in keyed) keyedPart.current = keyed.id
  }
  const heard = on && !helpOpen && !isPaused
  useQuestionKeys({ enabled: heard, letters: lettered(item).length, isKeyed: (target) => target === focusedByKey.current, act })

  useEffect(() => {
    if (!draft || keyedPart.current === null) return
    const part = parts.current?.querySelector<HTMLElement>(`[value="${keyedPart.current}"]`)
    keyedPart.current = null
    part?.focus()
    focusedByKey.current = part ?? null
    // After a click, or when focus returns to it, Enter presses the part itself.
    for (const end of ['click', 'blur']) part?.addEventListener(end, () => (focusedByKey.current = null), { once: true })
  }, [draft])

  return { parts, keys: { on, heard, helpOpen, showHelp } }
}
