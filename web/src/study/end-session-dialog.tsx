import { ActionDialog } from '../ui/dialog.tsx'
import { countOf } from '../ui/words.ts'

interface EndSessionDialogProps {
  unanswered: number
  onClose: () => void
  onEnd: () => void
}

export default function EndSessionDialog({ unanswered, onClose, onEnd }: EndSessionDialogProps) {
  return (
    <ActionDialog title="End this session?" keep="Go on" confirm="End session" onClose={onClose} onConfirm={onEnd}>
      <p>
        {countOf(unanswered, 'question')} {unanswered === 1 ? 'is' : 'are'} not answered and will stay unanswered. To continue later, leave
        this page. The session stays open until the end of tomorrow.
      </p>
    </ActionDialog>
  )
}
