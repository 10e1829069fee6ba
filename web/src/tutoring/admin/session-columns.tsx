import { inWords } from '@medicready/domain/billing/shown/money'
import type { TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import type { AdminColumn } from '../../dashboards/admin-table.tsx'
import { moneyOf, utcInstantOf } from '../../dashboards/amounts.ts'
import { momentColumn, numberColumn } from '../../dashboards/columns.tsx'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { SessionStateShown, sessionStateWord } from '../tutoring-state.tsx'

export const startColumn: AdminColumn<TutoringSession> = momentColumn('When (UTC)', ({ startsAt }) => startsAt)
export const tutorColumn: AdminColumn<TutoringSession> = { head: 'Tutor', className: 'min-w-36', value: ({ tutorName }) => tutorName }
export const stateColumn: AdminColumn<TutoringSession> = {
  head: 'State',
  value: ({ state }) => sessionStateWord(state),
  cell: ({ state }) => <SessionStateShown state={state} />,
}

const sessionNumber = (
  head: string,
  figure: 'sessionPrices' | 'sessionRefunds' | 'stars',
  of: (session: TutoringSession) => number | null,
) => {
  const term = ({ studentName, startsAt }: TutoringSession) => `${head}, ${studentName} on ${utcInstantOf(startsAt)}`
  return numberColumn<TutoringSession>({
    head,
    of,
    isMoney: figure !== 'stars',
    ...(figure === 'stars' && { words: ({ rating }) => `${rating} of 5` }),
    term,
    facts: (session) => ({ figure, subjectId: session.id, label: term(session) }),
  })
}

export const sessionNumberColumns: readonly AdminColumn<TutoringSession>[] = [
  sessionNumber('Amount', 'sessionPrices', ({ amount }) => amount),
  sessionNumber('Refunded', 'sessionRefunds', ({ refund }) => refund || null),
  sessionNumber('Rating', 'stars', ({ rating }) => rating),
]

export function CancelSessionButton({ session, label }: { session: TutoringSession; label: string }) {
  const cancel = useAdminWrite('POST /api/admin/tutoring-requests/{id}/sessions/{sessionId}/cancel')
  return (
    <ReasonButton
      variant="ghost"
      button="Cancel"
      label={label}
      title={`Cancel the session of ${session.studentName}`}
      description={`${utcInstantOf(session.startsAt)} UTC with ${session.tutorName}. The full price, ${moneyOf(session.amount)}, is refunded.`}
      confirm="Cancel the session"
      isDestructive
      onConfirm={async (body) => {
        const { refund } = await cancel.mutateAsync({ params: { id: session.requestId, sessionId: session.id }, body })
        return { title: 'Session cancelled', description: `${inWords(refund)} is paid back.` }
      }}
    />
  )
}
