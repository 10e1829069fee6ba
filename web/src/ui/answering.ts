import type { AnswerResult } from '@medicready/domain/contract/questions'
import { useReducer, useRef, useState } from 'react'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { changeDraft, emptyDraft } from './answer-draft.ts'
import { useTimeOnScreen } from './elapsed-time.tsx'
import { toast } from './toast.tsx'
import type { AnswerDelivery } from './unsent-answer.tsx'

export interface GivenAnswer {
  selectedAnswer: string
  /** Whole seconds that the question was before the person. */
  timeSpent: number
  flaggedForReview: boolean
}

interface AnsweringOptions {
  answered: boolean
  flaggedForReview?: boolean
  /** Sends the answer. Sending an equal one again must count once. */
  send: (answer: GivenAnswer) => Promise<AnswerResult>
  onAnswered: (result: AnswerResult, chosen: string) => void
}

const A_DAY_IN_SECONDS = 86_400

/** The way from the first look at a question to its result: the draft, the time, and an answer that survives a bad connection. */
export function useAnswering({ answered, flaggedForReview = false, send, onAnswered }: AnsweringOptions) {
  const [draft, change] = useReducer(changeDraft, emptyDraft)
  const [delivery, setDelivery] = useState<AnswerDelivery>({ state: 'unsent' })
  const stopwatch = useTimeOnScreen(!answered && delivery.state !== 'sending')
  const given = useRef<GivenAnswer | null>(null)
  const attempt = useRef(0)
  /** Set at once, where state would only be seen with the next render: a double click submits once. */
  const sending = useRef(false)

  const deliver = async (answer: GivenAnswer) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    given.current = answer
    sending.current = true
    setDelivery({ state: 'sending' })
    try {
      onAnswered(await send(answer), answer.selectedAnswer)
      setDelivery({ state: 'unsent' })
    } catch (error) {
      if (thisAttempt !== attempt.current) return
      sending.current = false
      setDelivery(isSignedOut(error) ? { state: 'unsent' } : { state: 'failed', ...failure(error) })
    }
  }

  const submit = () => {
    if (answered || sending.current) return
    const { selected } = draft
    if (selected === '') {
      toast({ title: 'No Answer Selected', description: 'Please select an answer before submitting.', variant: 'destructive' })
      return
    }
    // The same answer is sent with the time it was first given in, so that the server knows it for the same.
    const before = given.current
    if (before?.selectedAnswer === selected && before.flaggedForReview === flaggedForReview) void deliver(before)
    else void deliver({ selectedAnswer: selected, timeSpent: Math.min(stopwatch.seconds(), A_DAY_IN_SECONDS), flaggedForReview })
  }

  const sendAgain = () => {
    if (given.current) void deliver(given.current)
  }

  return { draft, change, delivery, stopwatch, submit, sendAgain }
}

function failure(error: unknown): { title: string; description: string; canSendAgain: boolean } {
  if (error instanceof ApiError && error.code === 'dailyLimitReached')
    return { title: 'Daily Limit Reached', description: "You've reached your daily question limit.", canSendAgain: false }
  return { title: 'Error', description: 'Failed to submit answer. Please try again.', canSendAgain: true }
}
