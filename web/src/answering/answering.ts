import type { AnswerResult, ItemAnswer, Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { ApiError, friendlyMessage, isSignedOut } from '../api/errors.ts'
import { useUser } from '../api/session.ts'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { type AnswerDraft, changeDraft } from './answer-draft.ts'
import { answerOf, draftOf, isSameAnswer, keyedChange, lettered } from './item-answer.ts'
import { type QuestionKeyAction, useQuestionKeys, useQuestionKeysSwitch } from './question-keys.ts'
import { useTimeOnScreen } from './time-on-screen.tsx'
import type { AnswerDelivery } from './unsent-answer.tsx'

export interface GivenAnswer {
  /** Null when time ran out before anything was answered. */
  answer: ItemAnswer | null
  /** Whole seconds that the question was before the person. */
  timeSpent: number
  flaggedForReview: boolean
  /** 1 (guessing) to 5 (certain); null where nobody asks. */
  confidence: number | null
}

interface AnsweringOptions<Recorded> {
  question: Question
  /** What came of the answer; null until there is one, and while it is withheld. */
  result: AnswerResult | null
  /** What was answered, while what came of it is withheld; null otherwise. */
  withheld?: WithheldAnswer | null
  /** Sends the answer. Sending an equal one again must count once. */
  send: (answer: GivenAnswer) => Promise<Recorded>
  onAnswered: (recorded: Recorded, chosen: ItemAnswer | null) => void
  /** Goes on from the answered question; left out where nothing follows. */
  onNext?: () => void
  /** Whether the question can be flagged before it is answered. */
  canFlag?: boolean
  /** Whether it is flagged already. */
  wasFlagged?: boolean
  /** Whether the answer is given with how sure the person is. */
  asksConfidence?: boolean
  /** Keeps the keys quiet, as while a dialog of the screen has them. */
  keysPaused?: boolean
  /** Whether the question is covered: its keys are quiet then, and its time does not count. */
  isCovered?: boolean
  /** What was given before the screen was left and may not have arrived: it is sent again at once. */
  unsent?: GivenAnswer | null
  /** What was chosen before a reload, and where to keep what is chosen now. */
  kept?: { readonly before: AnswerDraft | null; readonly keep: (draft: AnswerDraft) => void }
  /** Whether nothing can be looked up, as in an exam: neither values nor drugs, nor notes of before. */
  closedBook?: boolean
  /** Words of the place, where they are other than in a study session. */
  words?: AnsweringWords
}

export interface AnsweringWords {
  /** Where nothing was answered; the words of the kind of item when left out. */
  readonly noAnswer?: ToastWords
  /** Why an answer did not arrive; null for the words of study sessions. */
  readonly failure?: (error: unknown) => DeliveryFailure | null
}

export interface DeliveryFailure {
  readonly title: string
  readonly description: string
  readonly canSendAgain: boolean
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
/** Neither guessing nor certain. */
const MIDDLE_CONFIDENCE = 3

/** A question before somebody: what its parts on the screen show and do. */
export type Answering = ReturnType<typeof useAnswering>

/**
 * The way from the first look at a question to its result: the draft, the flag, the time, the keys, and an answer that
 * survives a bad connection. It is for one question: give what uses it the question's id as its key.
 */
export function useAnswering<Recorded>(options: AnsweringOptions<Recorded>) {
  const { question, result, withheld = null, send, onAnswered, onNext } = options
  const { canFlag = false, wasFlagged = false, asksConfidence = false, keysPaused = false } = options
  const { isCovered = false, unsent = null, kept, closedBook = false, words = {} } = options
  const answered = result !== null || withheld !== null
  const [stoodAnswered] = useState(answered)
  const [draft, change] = useReducer(changeDraft, null, () => (unsent ? null : kept?.before) ?? draftOf(unsent?.answer ?? null))
  const keepDraft = useEffectEvent((draft: AnswerDraft) => kept?.keep(draft))
  useEffect(() => keepDraft(draft), [draft])
  const [flagged, setFlagged] = useState(wasFlagged)
  const [confidence, setConfidence] = useState(MIDDLE_CONFIDENCE)
  const [ranOut, setRanOut] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const { showCorrectAnswers: showsAtOnce } = useUser()
  const [uncoveredAt, uncover] = useState<AnswerPlace | null>(null)
  const [delivery, setDelivery] = useState<AnswerDelivery>({ state: 'unsent' })
  const isSending = delivery.state === 'sending'
  const stopwatch = useTimeOnScreen(!answered && !isSending && !isCovered)
  const keysOn = useQuestionKeysSwitch()
  const parts = useRef<HTMLDivElement>(null)
  const keyedPart = useRef<string | null>(null)
  const focusedByKey = useRef<Element | null>(null)
  const lastGiven = useRef(unsent)
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
      setDelivery(
        isSignedOut(error)
          ? { state: 'unsent' }
          : { state: 'failed', ...(words.failure?.(error) ?? failure(error)), keepsChoice: answer.answer !== null },
      )
    }
  }

  const givenNow = (answer: ItemAnswer | null): GivenAnswer => ({
    answer,
    timeSpent: Math.min(stopwatch.seconds(), A_DAY_IN_SECONDS),
    flaggedForReview: flagged,
    confidence: asksConfidence ? confidence : null,
  })

  const submit = () => {
    if (answered || sending.current) return
    const given = answerOf(question.item, draft)
    if ('lack' in given) return toast((given.isEmpty && words.noAnswer) || given.lack)
    // The same answer is sent with the time it was first given in, so that the server knows it for the same.
    const [before, now] = [lastGiven.current, givenNow(given.answer)]
    void deliver(before && isSameGiven(before, now) ? before : now)
  }

  const sendUnsent = useEffectEvent(() => {
    if (unsent && !sending.current) void deliver(unsent)
  })
  useEffect(() => sendUnsent(), [])

  /** Sends what was given; or what is chosen by now, where that can still be changed. */
  const sendAgain = () => {
    if (!ranOut && !sending.current) return submit()
    if (lastGiven.current) void deliver(lastGiven.current)
  }
  const isWaiting = delivery.state === 'failed' && delivery.canSendAgain
  const sendWhenOnline = useEffectEvent(sendAgain)
  useEffect(() => {
    if (!isWaiting) return
    const send = () => sendWhenOnline()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [isWaiting])

  /** Ends the time for the question: what was not submitted is no answer. */
  const runOut = () => {
    if (answered || ranOut) return
    setRanOut(true)
    // What was submitted in time and did not arrive stays the answer.
    if (!sending.current) void deliver(lastGiven.current ?? givenNow(null))
  }

  const isLocked = answered || isSending || ranOut
  const cover: AnswerCover = { showsAtOnce, isShown: showsAtOnce || uncoveredAt !== null, uncoveredAt, uncover }
  const toggleFlag = () => setFlagged(!flagged)
  /** The one step that the screen offers now: submitting, then going on. */
  const proceed = answered ? onNext : ranOut ? sendAgain : submit

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
  const keysHeard = keysOn && !helpOpen && !keysPaused && !isCovered
  useQuestionKeys({
    enabled: keysHeard,
    letters: lettered(question.item).length,
    isKeyed: (target) => target === focusedByKey.current,
    act,
  })

  useEffect(() => {
    if (!draft || keyedPart.current === null) return
    // Takes the focus to what a key selected, wherever it stands now, so that it is read out.
    const part = parts.current?.querySelector<HTMLElement>(`[value="${keyedPart.current}"]`)
    keyedPart.current = null
    part?.focus()
    focusedByKey.current = part ?? null
    // Who presses it, or leaves it and comes back, means the part itself.
    for (const end of ['click', 'blur']) part?.addEventListener(end, () => (focusedByKey.current = null), { once: true })
  }, [draft])

  return {
    question,
    result,
    /** What was answered, as a draft has it; null until then. */
    answeredDraft: answered ? draftOf((result ?? withheld)?.answer ?? null) : null,
    answer: cover,
    /** Whether the answer was given here, and did not stand already when the question came on the screen. */
    answeredHere: answered && !stoodAnswered,
    draft,
    change,
    parts,
    closedBook,
    isLocked,
    isSending,
    delivery,
    proceed,
    sendAgain,
    stopwatch,
    runOut,
    flag: { canFlag, flagged, toggle: toggleFlag },
    confidence: { asks: asksConfidence, value: confidence, set: setConfidence },
    keys: { on: keysOn, heard: keysHeard, helpOpen, showHelp: setHelpOpen },
  }
}

const isSameGiven = (one: GivenAnswer, other: GivenAnswer): boolean =>
  isSameAnswer(one.answer, other.answer) && one.flaggedForReview === other.flaggedForReview && one.confidence === other.confidence

function failure(error: unknown): DeliveryFailure {
  if (error instanceof ApiError && error.code === 'dailyLimitReached')
    return { title: 'Daily Limit Reached', description: "You've reached your daily question limit.", canSendAgain: false }
  if (error instanceof ApiError && error.code === 'studyLimitReached')
    return { title: 'Daily Limit Reached', description: friendlyMessage(error), canSendAgain: false }
  if (error instanceof ApiError && error.code === 'partClosed')
    return { title: 'Part Closed', description: friendlyMessage(error), canSendAgain: false }
  if (error instanceof ApiError && error.code === 'sessionEnded')
    return { title: 'Session Ended', description: friendlyMessage(error), canSendAgain: false }
  return { title: 'Error', description: 'Failed to submit answer. Please try again.', canSendAgain: true }
}
