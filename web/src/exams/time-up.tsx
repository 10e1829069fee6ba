import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../api/errors.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CenteredSpinner } from '../ui/spinner.tsx'
import { useCompleteExam } from './commands.ts'
import { completeFailure } from './exam-words.ts'
import { takenExamQuery } from './taken-exam.ts'

/** By how much a clock that was taken for right may be ahead of the server's. */
const ASK_AGAIN_MS = 1_000

interface TimeUpProps {
  examId: string
  onCompleted: () => void
  /** The clock here was ahead of the server's. */
  onTimeLeft: () => void
}

/** Ends an exam whose time is up, and asks the server's clock whether it is. */
export function TimeUp({ examId, onCompleted, onTimeLeft }: TimeUpProps) {
  const queries = useQueryClient()
  const { mutate, isError, error } = useCompleteExam()
  const isTimeLeft = error instanceof ApiError && error.code === 'examTimeLeft'
  const complete = () => mutate({ params: { examId }, body: { reason: 'timeout' } }, { onSuccess: onCompleted })
  const completeNow = useEffectEvent(complete)
  useEffect(() => {
    const listener = () => completeNow()
    listener()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])

  const readClock = useEffectEvent(async () => {
    await queries.refetchQueries({ queryKey: takenExamQuery(examId).queryKey })
    onTimeLeft()
  })
  useEffect(() => {
    if (!isTimeLeft) return
    const timer = setTimeout(() => void readClock(), ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isTimeLeft])

  if (!isError || isTimeLeft) return <CenteredSpinner label="Time is up. Your exam is being completed" />
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <h1 className="text-2xl font-semibold">Time is up</h1>
      <Banner
        tone="bad"
        title={completeFailure(error)}
        action={
          <Button variant="secondary" size="sm" onClick={complete}>
            Try again
          </Button>
        }
      >
        Your answers are kept.
      </Banner>
    </div>
  )
}
