import { inWords } from '@medicready/domain/billing/shown/money'
import { StudentsCancellation, TutorsCancellation } from '@medicready/domain/contract/tutoring/forms'
import type { OwnTutoringRequest, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_REASON_LENGTH } from '@medicready/domain/tutoring/shown/rules'
import { useForm } from '../api/form.ts'
import { clocksOf, clockTime, dayInFull, spanIn } from '../shared/session-times.ts'
import { Banner } from '../ui/banner.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type Side, useCancelGivenSession, useCancelOwnSession, useCancelRequest } from './commands.ts'
import { refundInWords, refundNow, requestRefundNow, useNow } from './prices.ts'

interface CancelSessionDialogProps {
  side: Side
  session: TutoringSession
  onClose: () => void
}

export function CancelSessionDialog({ side, session, onClose }: CancelSessionDialogProps) {
  const asStudent = useCancelOwnSession()
  const asTutor = useCancelGivenSession()
  const params = { id: session.requestId, sessionId: session.id }
  const { form, field, isSending } = useForm<{ reason: string }, { reason: string | null }>({
    schema: side === 'student' ? StudentsCancellation : TutorsCancellation,
    initial: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: side === 'student' ? reason.trim() || null : reason }),
    send: async ({ reason }) => {
      const { refund } =
        side === 'student'
          ? await asStudent.mutateAsync({ params, body: { reason } })
          : await asTutor.mutateAsync({ params, body: { reason: reason ?? '' } })
      toast({
        title: 'Session cancelled',
        description: refund.amount > 0 ? `${inWords(refund)} is on its way back. It takes 5-7 business days.` : 'There is no refund.',
      })
      onClose()
    },
  })
  const own = side === 'student' ? session.studentTimeZone : session.tutorTimeZone
  return (
    <ActionDialog
      title="Cancel this session?"
      description={`${spanIn(session, own)} ${clocksOf(own)}`}
      keep="Keep it"
      confirm="Cancel the session"
      busy="Cancelling..."
      isDestructive
      isPending={isSending}
      form={form}
      onClose={onClose}
    >
      {side === 'student' ? (
        <OwnRefund session={session} />
      ) : (
        <Banner title="The student gets a full refund.">You are not paid for this session.</Banner>
      )}
      <TextField
        {...field('reason')}
        label={side === 'student' ? 'Why? (optional)' : 'Why?'}
        hint={side === 'student' ? 'Your tutor can read it.' : 'Your student can read it.'}
        rows={3}
        maxLength={MAX_REASON_LENGTH}
      />
    </ActionDialog>
  )
}

/** The refund shrinks as time passes, also while the dialog is open. */
function OwnRefund({ session }: { session: TutoringSession }) {
  const now = useNow()
  const refund = refundNow(session, now)
  return (
    <div className="grid gap-2" aria-live="polite">
      <Banner tone={refund.share === 'all' ? 'brand' : 'warn'} title={refundInWords(session, refund)}>
        {refund.until !== null && <UntilThen until={refund.until} timeZone={session.studentTimeZone} />}
      </Banner>
    </div>
  )
}

const UntilThen = ({ until, timeZone }: { until: string; timeZone: string }) => (
  <>
    This holds until {dayInFull(until, timeZone)}, {clockTime(until, timeZone)}.
  </>
)

export function CancelRequestDialog({ request, onClose }: { request: OwnTutoringRequest; onClose: () => void }) {
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
