import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TimeLeft } from '../answering/time-left.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { examClockFace, minutesToSay } from './exam-clock.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

/** From here on the clock is red. */
const SHORT_SECONDS = 5 * 60

interface ExamClockProps {
  /** By this device's clock. */
  endsAt: number
  /** Called once when there is no time left. */
  onRunOut: () => void
}

/** The time that is left. It can be hidden; when it becomes short, it says so all the same. */
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
      <IconButton label={isHidden ? 'Show time' : 'Hide time'} onClick={() => setHidden(!isHidden)}>
        {isHidden ? <Eye aria-hidden className="size-5" /> : <EyeOff aria-hidden className="size-5" />}
      </IconButton>
    </>
  )
}
