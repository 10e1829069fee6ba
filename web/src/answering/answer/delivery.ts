import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, friendlyMessage, isSignedOut } from '../../api/errors.ts'
import type { AnswerDelivery } from './unsent-answer.tsx'

export interface SentAnswer {
  answer: ItemAnswer | null
  timeSpent: number
  flaggedForReview: boolean
  confidence: number | null
}

export interface DeliveryFailure {
  readonly title: string
  readonly description: string
  readonly canSendAgain: boolean
}

interface DeliveryParts<Recorded> {
  /** Must be idempotent: an equal answer may be sent again. */
  readonly send: (answer: SentAnswer) => Promise<Recorded>
  readonly onAnswered: (recorded: Recorded, chosen: ItemAnswer | null) => void
  readonly unsent: SentAnswer | null
  readonly failure?: (error: unknown) => DeliveryFailure | null
}

export function useDelivery<Recorded>({ send, onAnswered, unsent, failure }: DeliveryParts<Recorded>) {
  const [delivery, setDelivery] = useState<AnswerDelivery>({ state: 'unsent' })
  const latest = useRef(unsent)
  const attempt = useRef(0)
  /** Set at once, unlike state, so that a double click submits once. */
  const isSubmitted = useRef(false)

  const deliver = async (answer: SentAnswer) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    latest.current = answer
    isSubmitted.current = true
    setDelivery({ state: 'sending' })
    try {
      const arrived = await send(answer)
      // The outcome of an attempt still in progress no longer matters.
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
    latest: () => latest.current,
  }
}

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
