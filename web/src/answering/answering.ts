import type { AnswerResult, ItemAnswer, Question } from '@medicready/domain/contract/questions'
import { useEffect, useReducer, useRef, useState } from 'react'
import { ApiError, friendlyMessage, isSignedOut } from '../api/errors.ts'
import { useUser } from '../api/session.ts'
import { toast } from '../ui/toast.tsx'
import { changeDraft, emptyDraft } from './answer-draft.ts'
import { answerOf, isSameAnswer, keyedChange, lettered } from './item-answer.ts'
import { type QuestionKeyAction, useQuestionKeys, useQuestionKeysSwitch } from './question-keys.ts'
import { useTimeOnScreen } from './time-on-screen.tsx'
import type { AnswerDelivery } from './unsent-answer.tsx'

interface GivenAnswer {
  answer: ItemAnswer
  /** Whole seconds that the question was before the person. */
  timeSpent: number
  flaggedForReview: boolean
}

interface AnsweringOptions {
  question: Question
  /** What came of the answer; null until there is one. */
  result: AnswerResult | null
  /** Sends the answer. Sending an equal one again must count once. */
  send: (answer: GivenAnswer) => Promise<AnswerResult>
  onAnswered: (result: AnswerResult, chosen: ItemAnswer) => void
  /** Goes on from the answered question; left out where nothing follows. */
  onNext?: () => void
  /** Whether the question can be flagged before it is answered. */
  canFlag?: boolean
  /** Keeps the keys quiet, as while a dialog of the screen has them. */
  keysPaused?: boolean
}

/** Where the answer can be uncovered: below the question, or in the window that tells of the outcome. */
type AnswerPlace = 'page' | 'window'

/** Whether the right answer and the explanation are seen: at once, or after a press for those who want it so. */
export interface AnswerCover {
  readonly showsAtOnce: boolean
  readonly isShown: boolean
  readonly uncoveredAt: AnswerPlace | null
  readonly uncover: (at: AnswerPlace) => void
}

const A_DAY_IN_SECONDS = 86_400

/** A question before somebody: what its parts on the screen show and do. */
export type Answering = ReturnType<typeof useAnswering>

/**
 * The way from the first look at a question to its result: the draft, the flag, the time, the keys, and an answer that
 * survives a bad connection. It is for one question: give what uses it the question's id as its key.
 */
export function useAnswering({ question, result, send, onAnswered, onNext, canFlag = false, keysPaused = false }: AnsweringOptions) {
  const answered = result !== null
  const [stoodAnswered] = useState(answered)
  const [draft, change] = useReducer(changeDraft, emptyDraft)
  const [flagged, setFlagged] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const { showCorrectAnswers: showsAtOnce } = useUser()
  const [uncoveredAt, uncover] = useState<AnswerPlace | null>(null)
  const [delivery, setDelivery] = useState<AnswerDelivery>({ state: 'unsent' })
  const isSending = delivery.state === 'sending'
  const stopwatch = useTimeOnScreen(!answered && !isSending)
  const keysOn = useQuestionKeysSwitch()
  const parts = useRef<HTMLDivElement>(null)
  const keyedPart = useRef<string | null>(null)
  const lastGiven = useRef<GivenAnswer | null>(null)
  const attempt = useRef(0)
  /** Set at once, where state would only be seen with the next render: a double click submits once. */
  const sending = useRef(false)

  const deliver = async (answer: GivenAnswer) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    lastGiven.current = answer
    sending.current = true
    setDelivery({ state: 'sending' })
    try {
      const arrived = await send(answer)
      // Of an attempt that is still on its way, nobody wants to hear any more.
      attempt.current += 1
      onAnswered(arrived, answer.answer)
      setDelivery({ state: 'unsent' })
    } catch (error) {
      if (thisAttempt !== attempt.current) return
      sending.current = false
      setDelivery(isSignedOut(error) ? { state: 'unsent' } : { state: 'failed', ...failure(error) })
    }
  }

  const submit = () => {
    if (answered || sending.current) return
    const given = answerOf(question.item, draft)
    if ('lack' in given) return toast(given.lack)
    const { answer } = given
    // The same answer is sent with the time it was first given in, so that the server knows it for the same.
    const before = lastGiven.current
    if (before && isSameAnswer(before.answer, answer) && before.flaggedForReview === flagged) void deliver(before)
    else void deliver({ answer, timeSpent: Math.min(stopwatch.seconds(), A_DAY_IN_SECONDS), flaggedForReview: flagged })
  }

  const sendAgain = () => {
    if (lastGiven.current) void deliver(lastGiven.current)
  }

  const isLocked = answered || isSending
  const cover: AnswerCover = { showsAtOnce, isShown: showsAtOnce || uncoveredAt !== null, uncoveredAt, uncover }
  const toggleFlag = () => setFlagged(!flagged)
  /** The one step that the screen offers now: submitting, then going on. */
  const proceed = answered ? onNext : submit

  const act = (action: QuestionKeyAction) => {
    if (action.type === 'help') return setHelpOpen(true)
    if (action.type === 'proceed') return proceed?.()
    if (action.type === 'showAnswer') return answered && !cover.isShown ? uncover('page') : undefined
    if (isLocked) return
    if (action.type === 'flag') return canFlag ? toggleFlag() : undefined
    const keyed = keyedChange(question.item, draft, action)
    if (!keyed) return
    change(keyed)
    if (action.type === 'select' && 'id' in keyed) keyedPart.current = keyed.id
  }
  const keysHeard = keysOn && !helpOpen && !keysPaused
  useQuestionKeys(keysHeard, lettered(question.item).length, act)

  useEffect(() => {
    // Takes the focus to what a key selected, wherever it stands now, so that it is read out.
    if (draft && keyedPart.current !== null) parts.current?.querySelector<HTMLElement>(`[value="${keyedPart.current}"]`)?.focus()
    keyedPart.current = null
  }, [draft])

  return {
    question,
    result,
    answer: cover,
    /** Whether the answer was given here, and did not stand already when the question came on the screen. */
    answeredHere: answered && !stoodAnswered,
    draft,
    change,
    parts,
    isLocked,
    isSending,
    delivery,
    proceed,
    sendAgain,
    stopwatch,
    flag: { canFlag, flagged, toggle: toggleFlag },
    keys: { on: keysOn, heard: keysHeard, helpOpen, showHelp: setHelpOpen },
  }
}

function failure(error: unknown): { title: string; description: string; canSendAgain: boolean } {
  if (error instanceof ApiError && error.code === 'dailyLimitReached')
    return { title: 'Daily Limit Reached', description: "You've reached your daily question limit.", canSendAgain: false }
  if (error instanceof ApiError && error.code === 'partClosed')
    return { title: 'Part Closed', description: friendlyMessage(error), canSendAgain: false }
  return { title: 'Error', description: 'Failed to submit answer. Please try again.', canSendAgain: true }
}
