import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { Answering } from './answer/answering.ts'
import { UnsentAnswer } from './answer/unsent-answer.tsx'

interface AnswerBarProps {
  answering: Answering
  back?: ReactNode
  next?: ReactNode
}

/** Not sticky in a low window, as with strong zoom, where it would cover the text. */
export const AnswerBar = ({ answering: { answeredDraft, submission, proceed, keys }, back, next }: AnswerBarProps) => (
  <div
    data-action-bar
    className="bottom-0 z-20 -mx-4 grid gap-3 border-t border-hairline bg-bg px-4 py-3 sm:mx-0 sm:px-0 [@media(min-height:30rem)]:sticky"
  >
    <UnsentAnswer delivery={submission.delivery} onSendAgain={submission.sendAgain} />
    <div className="flex flex-wrap items-center justify-between gap-3">
      {back}
      <span className="flex flex-1 items-center justify-end gap-4">
        {keys.on && (
          <span aria-hidden className="text-sm text-muted max-md:hidden">
            Press Enter
          </span>
        )}
        <Button size="lg" className="min-w-40 max-sm:flex-1" loading={submission.isSending} onClick={proceed}>
          {answeredDraft ? next : submission.isSending ? 'Submitting...' : 'Submit Answer'}
        </Button>
      </span>
    </div>
  </div>
)
