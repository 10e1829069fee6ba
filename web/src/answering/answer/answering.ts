import type { AnswerResult, ItemAnswer, Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { type ToastWords, toast } from '../../ui/toast.tsx'
import { type AnswerDraft, changeDraft, type DraftChange } from './answer-draft.ts'
import { type DeliveryFailure, type SentAnswer, useDelivery, useSendWhenOnline } from './delivery.ts'
import { answerOf, draftOf, isSameAnswer, keyedChange, lettered } from './item-answer.ts'
import { type QuestionKeyAction, useQuestionKeys, useQuestionKeysSwitch } from './question-keys.ts'
import { useTimeOnScreen } from './time-on-screen.tsx'

interface Submission<Recorded> extends SubmissionWords {
  /** Must be idempotent: an equal answer may be sent again. */
  readonly send: (answer: SentAnswer) => Promise<Recorded>
  readonly onAnswered: (recorded: Recorded, chosen: ItemAnswer | null) => void
  /** Given before the screen was left, and possibly not delivered: it is sent again at once. */
  readonly unsent?: SentAnswer | null
}

export interface SubmissionWords {
  readonly noAnswer?: ToastWords
  /** Why an answer did not arrive; null for the messages of study sessions. */
  readonly failure?: (error: unknown) => DeliveryFailure | null
}

interface AnsweringOptions<Recorded> {
  question: Question
  result: AnswerResult | null
  withheld?: WithheldAnswer | null
  submission: Submission<Recorded>
  kept?: { readonly before: AnswerDraft | null; readonly keep: (draft: AnswerDraft) => void }
  onNext?: () => void
  flag?: { readonly wasFlagged: boolean }
  asksConfidence?: boolean
  keysPaused?: boolean
  /** While the question is covered its keys are off and its time does not count. */
  isCovered?: boolean
  /** Turns off reference values, drugs and notes, as in an exam. */
  closedBook?: boolean
}

type AnswerPlace = 'page' | 'window'

export interface AnswerCover {
  readonly showsAtOnce: boolean
  readonly isShown: boolean
  readonly uncoveredAt: AnswerPlace | null
  readonly uncover: (at: AnswerPlace) => void
}

function useAnswerCover(): AnswerCover {
  const { showCorrectAnswers: showsAtOnce } = useUser()
  const [uncoveredAt, uncover] = useState<AnswerPlace | null>(null)
  return { showsAtOnce, isShown: showsAtOnce || uncoveredAt !== null, uncoveredAt, uncover }
}

function useDraft(unsent: SentAnswer | null, kept: AnsweringOptions<never>['kept']) {
  const [draft, change] = useReducer(changeDraft, null, () => (unsent ? null : kept?.before) ?? draftOf(unsent?.answer ?? null))
  const keepDraft = useEffectEvent((draft: AnswerDraft) => kept?.keep(draft))
  useEffect(() => keepDraft(draft), [draft])
  return { draft, change }
}

function useFlag({ wasFlagged = false, canFlag }: { wasFlagged: boolean | undefined; canFlag: boolean }) {
  const [flagged, setFlagged] = useState(wasFlagged)
  return { canFlag, flagged, toggle: () => setFlagged(!flagged) }
}

const MIDDLE_CONFIDENCE = 3

function useConfidence(asks: boolean) {
  const [value, set] = useState(MIDDLE_CONFIDENCE)
  return { asks, value, set }
}

const A_DAY_IN_SECONDS = 86_400

interface SubmissionState {
  readonly answered: boolean
  readonly isCovered: boolean
  /** Null while the draft is incomplete, which a notice then says. */
  readonly complete: () => Omit<SentAnswer, 'timeSpent'> | null
  readonly nothing: () => Omit<SentAnswer, 'timeSpent'>
}

function useSubmission<Recorded>(
  { send, onAnswered, unsent = null, failure }: Submission<Recorded>,
  { answered, isCovered, complete, nothing }: SubmissionState,
) {
  const [ranOut, setRanOut] = useState(false)
  const delivering = useDelivery({ send, onAnswered, unsent, ...(failure && { failure }) })
  const { delivery, isSending, deliver, isSubmitted, latest } = delivering
  const stopwatch = useTimeOnScreen(!answered && !isSending && !isCovered)
  const timed = (answer: Omit<SentAnswer, 'timeSpent'>): SentAnswer => ({
    ...answer,
    timeSpent: Math.min(stopwatch.seconds(), A_DAY_IN_SECONDS),
  })

  const submit = () => {
    if (answered || isSubmitted()) return
    const answer = complete()
    if (!answer) return
    // The same answer keeps its first time, so that the server recognizes it.
    const [before, now] = [latest(), timed(answer)]
    void deliver(before && isSameSubmission(before, now) ? before : now)
  }

  const sendAgain = () => {
    const before = latest()
    if (!ranOut && !isSubmitted()) return submit()
    if (before) void deliver(before)
  }
  useSendWhenOnline(delivery, sendAgain)

  const runOut = () => {
    if (answered || ranOut) return
    setRanOut(true)
    // An answer submitted in time that did not arrive remains the answer.
    if (!isSubmitted()) void deliver(latest() ?? timed(nothing()))
  }

  return { delivery, isSending, ranOut, stopwatch, submit, sendAgain, runOut }
}

export type Answering = ReturnType<typeof useAnswering>

/** Belongs to one question: give the component that uses it the question's id as its key. */
export function useAnswering<Recorded>(options: AnsweringOptions<Recorded>) {
  const { question, result, withheld = null, onNext, asksConfidence = false, keysPaused = false } = options
  const { isCovered = false, closedBook = false } = options
  const answered = result !== null || withheld !== null
  const [stoodAnswered] = useState(answered)
  const { draft, change } = useDraft(options.submission.unsent ?? null, options.kept)
  const flag = useFlag({ wasFlagged: options.flag?.wasFlagged, canFlag: options.flag !== undefined })
  const confidence = useConfidence(asksConfidence)
  const cover = useAnswerCover()

  const withDetails = (answer: ItemAnswer | null) => ({
    answer,
    flaggedForReview: flag.flagged,
    confidence: confidence.asks ? confidence.value : null,
  })
  const submission = useSubmission(options.submission, {
    answered,
    isCovered,
    complete: () => {
      const given = answerOf(question.item, draft)
      if (!('lack' in given)) return withDetails(given.answer)
      toast((given.isEmpty && options.submission.noAnswer) || given.lack)
      return null
    },
    nothing: () => withDetails(null),
  })

  const isLocked = answered || submission.isSending || submission.ranOut
  const proceed = answered ? onNext : submission.ranOut ? submission.sendAgain : submission.submit
  const { parts, keys } = useAnsweringKeys({
    item: question.item,
    draft,
    change,
    isLocked,
    isPaused: keysPaused || isCovered,
    proceed,
    showAnswer: () => answered && !cover.isShown && cover.uncover('page'),
    flag: () => flag.canFlag && flag.toggle(),
  })

  return {
    question,
    result,
    answeredDraft: answered ? draftOf((result ?? withheld)?.answer ?? null) : null,
    answer: cover,
    answeredHere: answered && !stoodAnswered,
    draft: { draft, change, parts },
    closedBook,
    isLocked,
    proceed,
    submission,
    flag,
    confidence,
    keys,
  }
}

const isSameSubmission = (one: SentAnswer, other: SentAnswer): boolean =>
  isSameAnswer(one.answer, other.answer) && one.flaggedForReview === other.flaggedForReview && one.confidence === other.confidence

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
function useAnsweringKeys({ item, draft, change, isLocked, isPaused, proceed, showAnswer, flag }: AnsweringKeys) {
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
