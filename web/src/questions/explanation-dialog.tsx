import type { AnswerResult, ItemAnswer } from '@medicready/domain/contract/questions/questions'
import type { AnswerCover } from '../answering/answer/answering.ts'
import { Explanation, FirstAnswerStands, Outcome, Uncovered } from '../answering/explanation.tsx'
import { ChosenBy } from '../answering/question-card.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface ExplanationDialogProps {
  result: AnswerResult
  answer: AnswerCover
  chosen: ItemAnswer | null | undefined
  onClose: () => void
  onReviewLater: () => void
  onNextQuestion: () => void
}

export default function ExplanationDialog({ result, answer, chosen, onClose, onReviewLater, onNextQuestion }: ExplanationDialogProps) {
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      onOpenAutoFocus={(event) => {
        // Not the close button: the outcome is read out, and arrow keys scroll.
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
      }}
      title={<Outcome result={result} />}
      footer={
        <>
          <Button variant="secondary" onClick={onReviewLater} label="Review Later" />
          <Button onClick={onNextQuestion} label="Next Question" />
        </>
      }
    >
      <FirstAnswerStands result={result} chosen={chosen} />
      <Uncovered answer={answer} at="window">
        <div className="grid gap-5">
          <Explanation result={result} />
          <ChosenBy result={result} />
        </div>
      </Uncovered>
    </Dialog>
  )
}
