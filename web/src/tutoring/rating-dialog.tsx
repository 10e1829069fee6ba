import { SessionRating } from '@medicready/domain/contract/tutoring/forms'
import type { TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_RATING, MAX_REASON_LENGTH } from '@medicready/domain/tutoring/shown/rules'
import { Star } from 'lucide-react'
import { useForm } from '../api/form.ts'
import { ActionDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { Choice } from './choices.tsx'
import { useRate } from './commands.ts'

const ratings = Array.from({ length: MAX_RATING }, (_, index) => String(index + 1))

export default function RatingDialog({ session, onClose }: { session: TutoringSession; onClose: () => void }) {
  const rate = useRate()
  const { form, field, isSending } = useForm({
    schema: SessionRating,
    initial: { rating: session.rating === null ? '' : String(session.rating), comment: session.comment ?? '' },
    bodyOf: ({ rating, comment }) => ({ rating: Number(rating), comment: comment.trim() || null }),
    send: async (body) => {
      await rate.mutateAsync({ params: { id: session.requestId, sessionId: session.id }, body })
      toast({ title: 'Thank you', description: 'Your rating is saved. You can change it later.' })
      onClose()
    },
  })
  return (
    <ActionDialog
      title={`How was it with ${session.tutorName}?`}
      description="Your tutor and our team can see it."
      keep="Not now"
      confirm="Save the rating"
      busy="Saving..."
      isPending={isSending}
      form={form}
      onClose={onClose}
    >
      <Choice {...field('rating')} legend="Your rating" isShort options={ratings} word={(rating) => <Stars rating={Number(rating)} />} />
      <TextField {...field('comment')} label="What was good? What could be better? (optional)" rows={3} maxLength={MAX_REASON_LENGTH} />
    </ActionDialog>
  )
}

const Stars = ({ rating }: { rating: number }) => (
  <span className="inline-flex items-center gap-1.5 font-medium tabular-nums">
    {rating}
    <Star aria-hidden className="size-4 text-warn" />
    <span className="sr-only">of {MAX_RATING} stars</span>
  </span>
)
