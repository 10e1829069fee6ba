import { Timer } from 'lucide-react'
import { classList } from '../ui/class-list.ts'

interface TimeLeftProps {
  label: string
  face: string
  isShort: boolean
}

/** The time that is left to answer, red when it is short. */
export const TimeLeft = ({ label, face, isShort }: TimeLeftProps) => (
  <span
    role="timer"
    aria-label={label}
    className={classList(
      'inline-flex items-center gap-1.5 rounded-pill px-2 text-sm font-semibold tabular-nums',
      isShort ? 'bg-bad-soft text-bad' : 'text-ink',
    )}
  >
    <Timer aria-hidden className="size-4" />
    {face}
  </span>
)
