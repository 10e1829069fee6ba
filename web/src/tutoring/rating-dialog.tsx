import type { TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_RATING, MAX_REASON_LENGTH, tutoringWords } from '@medicready/domain/tutoring/rules'
import { Star } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { Choices } from './choices.tsx'
import { useRate } from './commands.ts'
import { useDraftForm } from './use-draft-form.ts'

const ratings = Array.from({ length: MAX_RATING }, (_, index) => String(index + 1))

/** Rates a session that was held. */
export default function RatingDialog({ session, onClose }: { session: TutoringSession; onClose: () => void }) {
  const rate = useRate()
  const { draft, faults, set, form, isPending } = useDraftForm({
    keptAs: null,
    initial: () => ({ rating: session.rating === null ? '' : String(session.rating), comment: session.comment ?? '' }),
    faultsOf: ({ rating }) => (rating === '' ? { rating: tutoringWords.ratingRequired } : {}),
    send: async ({ rating, comment }) => {
      await rate.mutateAsync({
        params: { id: session.requestId, sessionId: session.id },
        body: { rating: Number(rating), comment: comment.trim() || null },
      })
      toast({ title: 'Thank you', description: 'Your rating is saved. You can change it later.' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`How was it with ${session.tutorName}?`}
      description="Your tutor and our team can see it."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" form="rating" loading={isPending}>
            {isPending ? 'Saving...' : 'Save the rating'}
          </Button>
        </>
      }
    >
      <form {...form} id="rating" className="grid gap-5">
        <Choices
          legend="Your rating"
          name="rating"
          type="radio"
          isShort
          options={ratings}
          word={(rating) => <Stars rating={Number(rating)} />}
          chosen={draft.rating === '' ? [] : [draft.rating]}
          onChange={([rating = '']) => set({ rating })}
          error={faults.rating}
        />
        <TextField
          label="What was good? What could be better? (optional)"
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          value={draft.comment}
          error={faults.comment}
          onChange={(comment) => set({ comment })}
        />
      </form>
    </Dialog>
  )
}

const Stars = ({ rating }: { rating: number }) => (
  <span className="inline-flex items-center gap-1.5 font-medium tabular-nums">
    {rating}
    <Star aria-hidden className="size-4 text-warn" />
    <span className="sr-only">of {MAX_RATING} stars</span>
  </span>
)
