import { inWords } from '@medicready/domain/billing/shown/money'
import { StudentsCancellation } from '@medicready/domain/contract/tutoring/forms'
import type { OwnTutoringRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_REASON_LENGTH } from '@medicready/domain/tutoring/shown/rules'
import { useForm } from '../api/form.ts'
import { Banner } from '../ui/banner.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useCancelRequest } from './commands.ts'
import { requestRefundNow } from './prices.ts'
import { useNow } from './use-now.ts'

export default function CancelRequestDialog({ request, onClose }: { request: OwnTutoringRequest; onClose: () => void }) {
  const cancel = useCancelRequest()
  const refund = requestRefundNow(request, useNow())
  const isPlanned = request.sessions.some(({ state }) => state === 'scheduled')
  const { form, field, isSending } = useForm({
    schema: StudentsCancellation,
    initial: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() || null }),
    send: async (body) => {
      const { refund: back } = await cancel.mutateAsync({ params: { id: request.id }, body })
      toast({
        title: 'Request cancelled',
        ...(back.amount > 0 && { description: `${inWords(back)} is on its way back. It takes 5-7 business days.` }),
      })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Cancel this request?"
      description={isPlanned ? 'Scheduled sessions are also cancelled.' : undefined}
      keep="Keep it"
      confirm="Cancel the request"
      busy="Cancelling..."
      isDestructive
      isPending={isSending}
      form={form}
      onClose={onClose}
    >
      {refund === null ? (
        <p>You were not charged.</p>
      ) : (
        <Banner title={`${inWords(refund)} is paid back.`}>
          {isPlanned
            ? 'The refund for scheduled sessions depends on how early you cancel. Sessions that are not scheduled are refunded in full.'
            : 'Everything that you paid for and did not schedule.'}
        </Banner>
      )}
      <TextField {...field('reason')} label="Why? (optional)" rows={3} maxLength={MAX_REASON_LENGTH} />
    </ActionDialog>
  )
}
