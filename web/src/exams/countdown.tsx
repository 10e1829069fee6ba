import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TimeLeft, useEverySecond } from '../answering/answer/time-on-screen.tsx'
import { useMoment } from '../api/rendered-at.ts'
import { IconButton } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'

export const secondsLeft = (endsAt: number, now: number): number => Math.max(0, Math.ceil((endsAt - now) / 1_000))

export const examClockFace = (seconds: number): string =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

/** Minutes before the end that are announced. */
const SAID_MINUTES = [1, 5, 10] as const

/** Null if no announcement is due between the two times. */
export const minutesToSay = (before: number, now: number): number | null =>
  SAID_MINUTES.find((minutes) => before > minutes * 60 && now <= minutes * 60 && now > 0) ?? null

export function useSecondsLeft(endsAt: number): number {
  const rendered = secondsLeft(endsAt, useMoment())
  return useEverySecond(
    () => secondsLeft(endsAt, Date.now()),
    () => rendered,
  )
}

const SHORT_SECONDS = 5 * 60

interface ExamClockProps {
  endsAt: number
  /** Called once when there is no time left. */
  onRunOut: () => void
}

/** Can be hidden, but still announces when little time is left. */
export function ExamClock({ endsAt, onRunOut }: ExamClockProps) {
  const left = useSecondsLeft(endsAt)
  const [isHidden, setHidden] = useState(false)
  const before = useRef(left)
  const hear = useEffectEvent((left: number) => {
    const minutes = minutesToSay(before.current, left)
    before.current = left
    if (minutes !== null) toast({ title: `${countOf(minutes, 'minute')} left`, description: 'The exam ends when the time is up.' })
    if (left === 0) onRunOut()
  })
  useEffect(() => hear(left), [left])
  return (
    <>
      {isHidden ? (
        <span className="text-sm text-muted">Time hidden</span>
      ) : (
        <TimeLeft label="Time left in this exam" face={examClockFace(left)} isShort={left <= SHORT_SECONDS} />
      )}
      <IconButton icon={isHidden ? Eye : EyeOff} label={isHidden ? 'Show time' : 'Hide time'} onClick={() => setHidden(!isHidden)} />
    </>
  )
}
