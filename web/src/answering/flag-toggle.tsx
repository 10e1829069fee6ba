import { Flag } from 'lucide-react'
import { classList } from '../ui/class-list.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Answering } from './answering.ts'

/** Flags the question with its answer, to see it again. It stays as a sign on a question that was flagged. */
export const FlagToggle = ({ answering: { flag, isLocked, answeredDraft } }: { answering: Answering }) =>
  (!answeredDraft || flag.flagged) && (
    <IconButton
      label="Flag for review"
      aria-pressed={flag.flagged}
      disabled={isLocked}
      onClick={flag.toggle}
      className={flag.flagged ? 'text-warn' : 'text-muted'}
    >
      <Flag aria-hidden className={classList('size-5', flag.flagged && 'fill-current')} />
    </IconButton>
  )
