import { MAX_REVIEW_TEXT_LENGTH, NewReviewRequest, REVIEW_REASON_REQUIRED } from '@medicready/domain/contract/questions/forms'
import { ConnectionError, serverMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { toastFailure } from '../api/write.ts'
import { ActionDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useRequestReview } from './commands.ts'

interface ReviewRequestDialogProps {
  questionId: string
  version: number
  onClose: () => void
}

export default function ReviewRequestDialog({ questionId, version, onClose }: ReviewRequestDialogProps) {
  const requestReview = useRequestReview()
  const { form, fields, field, isSending } = useForm({
    schema: NewReviewRequest,
    initial: { reason: '' },
    bodyOf: ({ reason }) => ({ reason, version }),
    send: async (body) => {
      const { message } = await requestReview.mutateAsync({ params: { id: questionId }, body })
      toast({ title: 'Review requested', description: message })
      onClose()
    },
    onFault: (description) => toast({ title: 'Reason Required', description, variant: 'destructive' }),
    onRefused: (error) => {
      const words = error instanceof ConnectionError ? 'Please try again later.' : 'Failed to submit review request'
      toastFailure(error, serverMessage(error) ?? words, 'Request Failed')
    },
  })

  return (
    <ActionDialog
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        form.ref.current?.querySelector('textarea')?.focus()
      }}
      title="Request Review"
      description="Tell us what seems wrong or unclear. An educator will look at the question."
      keep="Cancel"
      confirm="Submit Request"
      busy="Sending..."
      isPending={isSending}
      disabledReason={fields.reason.trim() === '' ? REVIEW_REASON_REQUIRED : undefined}
      form={form}
      onClose={onClose}
    >
      <TextField {...field('reason')} label="Reason" rows={4} maxLength={MAX_REVIEW_TEXT_LENGTH} />
    </ActionDialog>
  )
}
