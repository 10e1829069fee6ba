import type { AnswerResult, ItemAnswer, Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useUser } from '../api/session.ts'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { type AnswerDraft, changeDraft } from './answer-draft.ts'
import { useAnsweringKeys } from './answering-keys.ts'
import { type DeliveryFailure, type SubmittedAnswer, useDelivery, useSendWhenOnline } from './delivery.ts'
import { answerOf, draftOf, isSameAnswer } from './item-answer.ts'
import { useTimeOnScreen } from './time-on-screen.tsx'

interface AnsweringOptions<Recorded> {
  question: Question
  /** Null until there is an answer, and while its result is withheld. */
  result: AnswerResult | null
  /** The answer, while its result is withheld; null otherwise. */
  withheld?: WithheldAnswer | null
  /** Sends the answer. Sending an equal one again must count once. */
  send: (answer: SubmittedAnswer) => Promise<Recorded>
  onAnswered: (recorded: Recorded, chosen: ItemAnswer | null) => void
  /** Goes on from the answered question; left out where nothing follows. */
  onNext?: () => void
  /** Whether the question can be flagged before it is answered. */
  canFlag?: boolean
  wasFlagged?: boolean
  /** Whether the person rates how sure they are. */
  asksConfidence?: boolean
  /** Turns the keys off, such as under a dialog. */
  keysPaused?: boolean
  /** Whether the question is covered: its keys are off then, and its time does not count. */
  isCovered?: boolean
  /** Given before the screen was left, and possibly not delivered: it is sent again at once. */
  unsent?: SubmittedAnswer | null
  /** The draft from before a reload, and where to keep the draft now. */
  kept?: { readonly before: AnswerDraft | null; readonly keep: (draft: AnswerDraft) => void }
  /** Turns off reference values, drugs and notes, as in an exam. */
  closedBook?: boolean
  /** Messages, where they differ from those of a study session. */
  words?: AnsweringWords
}

export interface AnsweringWords {
  /** Where nothing was answered; that of the kind of item when left out. */
  readonly noAnswer?: ToastWords
  /** Why an answer did not arrive; null for the messages of study sessions. */
  readonly failure?: (error: unknown) => DeliveryFailure | null
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

function useAnswerCover(): AnswerCover {
  const { showCorrectAnswers: showsAtOnce } = useUser()
  const [uncoveredAt, uncover] = useState<AnswerPlace | null>(null)
  return { showsAtOnce, isShown: showsAtOnce || uncoveredAt !== null, uncoveredAt, uncover }
}

/** The draft of an answer, which outlives a reload where `kept` keeps it. */
function useDraft({ unsent = null, kept }: Pick<AnsweringOptions<never>, 'unsent' | 'kept'>) {
  const [draft, change] = useReducer(changeDraft, null, () => (unsent ? null : kept?.before) ?? draftOf(unsent?.answer ?? null))
  const keepDraft = useEffectEvent((draft: AnswerDraft) => kept?.keep(draft))
  useEffect(() => keepDraft(draft), [draft])
  return { draft, change }
}

const A_DAY_IN_SECONDS = 86_400
/** Neither guessing nor certain. */
const MIDDLE_CONFIDENCE = 3

/** What the parts of a question on the screen show and do. */
export type Answering = ReturnType<typeof useAnswering>

/**
 * The way from the first look at a question to its result: the draft, the flag, the time, the keys, and the delivery.
 * It is for one question: give the component that uses it the question's id as its key.
 */
export function useAnswering<Recorded>(options: AnsweringOptions<Recorded>) {
  const { question, result, withheld = null, send, onAnswered, onNext } = options
  const { canFlag = false, wasFlagged = false, asksConfidence = false, keysPaused = false } = options
  const { isCovered = false, unsent = null, closedBook = false, words = {} } = options
  const answered = result !== null || withheld !== null
  const [stoodAnswered] = useState(answered)
  const { draft, change } = useDraft(options)
  const [flagged, setFlagged] = useState(wasFlagged)
  const [confidence, setConfidence] = useState(MIDDLE_CONFIDENCE)
  const [ranOut, setRanOut] = useState(false)
  const cover = useAnswerCover()
  const { delivery, isSending, deliver, isSubmitted, latest } = useDelivery({
    send,
    onAnswered,
    unsent,
    ...(words.failure && { failure: words.failure }),
  })
  const stopwatch = useTimeOnScreen(!answered && !isSending && !isCovered)

  const submittedNow = (answer: ItemAnswer | null): SubmittedAnswer => ({
    answer,
    timeSpent: Math.min(stopwatch.seconds(), A_DAY_IN_SECONDS),
    flaggedForReview: flagged,
    confidence: asksConfidence ? confidence : null,
  })

  const submit = () => {
    if (answered || isSubmitted()) return
    const given = answerOf(question.item, draft)
    if ('lack' in given) return toast((given.isEmpty && words.noAnswer) || given.lack)
    // The same answer keeps its first time, so that the server recognizes it.
    const [before, now] = [latest(), submittedNow(given.answer)]
    void deliver(before && isSameSubmission(before, now) ? before : now)
  }

  /** Sends the same answer again, or the current choice where it can still change. */
  const sendAgain = () => {
    const before = latest()
    if (!ranOut && !isSubmitted()) return submit()
    if (before) void deliver(before)
  }
  useSendWhenOnline(delivery, sendAgain)

  /** Ends the time for the question: what was not submitted is no answer. */
  const runOut = () => {
    if (answered || ranOut) return
    setRanOut(true)
    // An answer that was submitted in time and did not arrive stays the answer.
    if (!isSubmitted()) void deliver(latest() ?? submittedNow(null))
  }

  const isLocked = answered || isSending || ranOut
  const toggleFlag = () => setFlagged(!flagged)
  /** The one step that the screen offers now: to submit, then to go on. */
  const proceed = answered ? onNext : ranOut ? sendAgain : submit
  const { parts, keys } = useAnsweringKeys({
    item: question.item,
    draft,
    change,
    isLocked,
    isPaused: keysPaused || isCovered,
    proceed,
    showAnswer: () => answered && !cover.isShown && cover.uncover('page'),
    flag: () => canFlag && toggleFlag(),
  })

  return {
    question,
    result,
    /** The given answer as a draft; null until there is one. */
    answeredDraft: answered ? draftOf((result ?? withheld)?.answer ?? null) : null,
    answer: cover,
    /** Whether the answer was given on this screen. */
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
    keys,
  }
}

const isSameSubmission = (one: SubmittedAnswer, other: SubmittedAnswer): boolean =>
  isSameAnswer(one.answer, other.answer) && one.flaggedForReview === other.flaggedForReview && one.confidence === other.confidence
