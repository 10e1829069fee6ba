import { useRef, useState } from 'react'
import { ConnectionError, isSignedOut, serverMessage } from '../api/errors.ts'
import { ActionDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useRequestReview } from './commands.ts'

const REASON_REQUIRED = 'Please provide a reason for requesting this review.'
const MAX_REASON_LENGTH = 2000

interface ReviewRequestDialogProps {
  questionId: string
  version: number
  onClose: () => void
}

export default function ReviewRequestDialog({ questionId, version, onClose }: ReviewRequestDialogProps) {
  const [reason, setReason] = useState('')
  const requestReview = useRequestReview()
  const field = useRef<HTMLTextAreaElement>(null)
  const given = reason.trim()

  const submit = async () => {
    if (requestReview.isPending) return
    if (given === '') {
      toast({ title: 'Reason Required', description: REASON_REQUIRED, variant: 'destructive' })
      return
    }
    try {
      const { message } = await requestReview.mutateAsync({ params: { id: questionId }, body: { reason: given, version } })
      toast({ title: 'Review requested', description: message })
      onClose()
    } catch (error) {
      if (isSignedOut(error)) return
      const description =
        serverMessage(error) ?? (error instanceof ConnectionError ? 'Please try again later.' : 'Failed to submit review request')
      toast({ title: 'Request Failed', description, variant: 'destructive' })
    }
  }

  return (
    <ActionDialog
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        field.current?.focus()
      }}
      title="Request Review"
      description="Tell us what seems wrong or unclear. An educator will look at the question."
      keep="Cancel"
      confirm="Submit Request"
      busy="Sending..."
      isPending={requestReview.isPending}
      disabledReason={given === '' ? REASON_REQUIRED : undefined}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          void submit()
        },
      }}
      onClose={onClose}
    >
      <TextField label="Reason" ref={field} rows={4} maxLength={MAX_REASON_LENGTH} value={reason} onChange={setReason} />
    </ActionDialog>
  )
}
