import { inWords } from '@medicready/domain/billing/money'
import type { TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { MAX_REASON_LENGTH, tutoringWords } from '@medicready/domain/tutoring/rules'
import { clocksOf, clockTime, dayInFull, spanIn } from '../shared/session-times.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { type Side, useCancelGivenSession, useCancelOwnSession } from './commands.ts'
import { refundInWords, refundNow } from './refund-words.ts'
import { useDraftForm } from './use-draft-form.ts'
import { useNow } from './use-now.ts'

interface CancelSessionDialogProps {
  side: Side
  session: TutoringSession
  onClose: () => void
}

/** Cancels a session, and says before that what is paid back of it now. */
export default function CancelSessionDialog({ side, session, onClose }: CancelSessionDialogProps) {
  const asStudent = useCancelOwnSession()
  const asTutor = useCancelGivenSession()
  const params = { id: session.requestId, sessionId: session.id }
  const { draft, faults, set, form, isPending } = useDraftForm({
    keptAs: null,
    initial: () => ({ reason: '' }),
    faultsOf: ({ reason }) => (side === 'tutor' && reason.trim() === '' ? { reason: tutoringWords.reasonRequired } : {}),
    send: async ({ reason }) => {
      const given = reason.trim()
      const { refund } =
        side === 'student'
          ? await asStudent.mutateAsync({ params, body: { reason: given || null } })
          : await asTutor.mutateAsync({ params, body: { reason: given } })
      toast({
        title: 'Session cancelled',
        description: refund.amount > 0 ? `${inWords(refund)} is on its way back. It takes 5-7 business days.` : 'There is no refund.',
      })
      onClose()
    },
  })
  const own = side === 'student' ? session.studentTimeZone : session.tutorTimeZone
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Cancel this session?"
      description={`${spanIn(session, own)} ${clocksOf(own)}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="destructive" type="submit" form="cancel-session" loading={isPending}>
            {isPending ? 'Cancelling...' : 'Cancel the session'}
          </Button>
        </>
      }
    >
      <form {...form} id="cancel-session" className="grid gap-5">
        {side === 'student' ? (
          <OwnRefund session={session} />
        ) : (
          <Banner title="The student gets a full refund.">You are not paid for this session.</Banner>
        )}
        <TextField
          label={side === 'student' ? 'Why? (optional)' : 'Why?'}
          hint={side === 'student' ? 'Your tutor can read it.' : 'Your student can read it.'}
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          value={draft.reason}
          error={faults.reason}
          onChange={(reason) => set({ reason })}
        />
      </form>
    </Dialog>
  )
}

/** It becomes less as time passes, also while this stands open. */
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

/** Until when as much is paid back. */
const UntilThen = ({ until, timeZone }: { until: string; timeZone: string }) => (
  <>
    This holds until {dayInFull(until, timeZone)}, {clockTime(until, timeZone)}.
  </>
)
