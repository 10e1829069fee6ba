import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { countOf } from '../ui/words.ts'

interface EndSessionDialogProps {
  unanswered: number
  onClose: () => void
  onEnd: () => void
}

export default function EndSessionDialog({ unanswered, onClose, onEnd }: EndSessionDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="End this session?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go on
          </Button>
          <Button onClick={onEnd}>End session</Button>
        </>
      }
    >
      <p>
        {countOf(unanswered, 'question')} {unanswered === 1 ? 'is' : 'are'} not answered and will stay unanswered. To continue later, leave
        this page. The session stays open until the end of tomorrow.
      </p>
    </Dialog>
  )
}
