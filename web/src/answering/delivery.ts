import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, friendlyMessage, isSignedOut } from '../api/errors.ts'
import type { AnswerDelivery } from './unsent-answer.tsx'

export interface SubmittedAnswer {
  /** Null when time ran out before anything was answered. */
  answer: ItemAnswer | null
  /** Whole seconds that the question was before the person. */
  timeSpent: number
  flaggedForReview: boolean
  /** 1 (guessing) to 5 (certain); null where it is not asked. */
  confidence: number | null
}

export interface DeliveryFailure {
  readonly title: string
  readonly description: string
  readonly canSendAgain: boolean
}

interface DeliveryParts<Recorded> {
  /** Sends the answer. Sending an equal one again must count once. */
  readonly send: (answer: SubmittedAnswer) => Promise<Recorded>
  readonly onAnswered: (recorded: Recorded, chosen: ItemAnswer | null) => void
  /** Given before the screen was left, and possibly not delivered: it is sent again at once. */
  readonly unsent: SubmittedAnswer | null
  /** Why an answer did not arrive; null for the messages of study sessions. */
  readonly failure?: (error: unknown) => DeliveryFailure | null
}

/** The way of an answer to the server, over a bad connection too. */
export function useDelivery<Recorded>({ send, onAnswered, unsent, failure }: DeliveryParts<Recorded>) {
  const [delivery, setDelivery] = useState<AnswerDelivery>({ state: 'unsent' })
  const latest = useRef(unsent)
  const attempt = useRef(0)
  /** Set at once, unlike state, so that a double click submits once. */
  const isSubmitted = useRef(false)

  const deliver = async (answer: SubmittedAnswer) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    latest.current = answer
    isSubmitted.current = true
    setDelivery({ state: 'sending' })
    try {
      const arrived = await send(answer)
      // The outcome of an attempt that is still under way no longer matters.
      attempt.current += 1
      onAnswered(arrived, answer.answer)
      setDelivery({ state: 'unsent' })
    } catch (error) {
      if (thisAttempt !== attempt.current) return
      isSubmitted.current = false
      const told = failure?.(error) ?? failureInStudy(error)
      setDelivery(isSignedOut(error) ? { state: 'unsent' } : { state: 'failed', ...told, keepsChoice: answer.answer !== null })
    }
  }

  const sendUnsent = useEffectEvent(() => {
    if (unsent && !isSubmitted.current) void deliver(unsent)
  })
  useEffect(() => sendUnsent(), [])

  return {
    delivery,
    isSending: delivery.state === 'sending',
    deliver,
    isSubmitted: () => isSubmitted.current,
    /** The answer that was sent last, whether or not it arrived. */
    latest: () => latest.current,
  }
}

/** Sends again with the next connection, while that may help. */
export function useSendWhenOnline(delivery: AnswerDelivery, sendAgain: () => void): void {
  const isWaiting = delivery.state === 'failed' && delivery.canSendAgain
  const sendWhenOnline = useEffectEvent(sendAgain)
  useEffect(() => {
    if (!isWaiting) return
    const send = () => sendWhenOnline()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [isWaiting])
}

const finalFailures: Readonly<Record<string, string>> = {
  dailyLimitReached: 'Daily Limit Reached',
  studyLimitReached: 'Daily Limit Reached',
  partClosed: 'Part Closed',
  sessionEnded: 'Session Ended',
}

function failureInStudy(error: unknown): DeliveryFailure {
  const code = error instanceof ApiError ? error.code : undefined
  const title = code && finalFailures[code]
  if (!title) return { title: 'Error', description: 'Failed to submit answer. Please try again.', canSendAgain: true }
  const description = code === 'dailyLimitReached' ? "You've reached your daily question limit." : friendlyMessage(error)
  return { title, description, canSendAgain: false }
}
