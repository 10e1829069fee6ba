import type { PaymentProblem } from '@medicready/domain/contract/billing/admin-payments'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { moneyOf } from '../../dashboards/amounts.ts'
import { momentColumn, numberColumn } from '../../dashboards/columns.tsx'
import { adminPages, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { EmptyState } from '../../ui/card.tsx'

const paymentProblemsQuery = adminPages('GET /api/admin/payment-problems', {})

const statusWords: Record<PaymentProblem['status'], string> = {
  open: 'Open',
  mended: 'Paid another way',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
}
/** With the reason, such as `product_not_received` of a dispute. */
const whatOf = ({ kind, product, reason }: PaymentProblem): string => {
  if (kind === 'refund') return `Refund did not arrive (${product})`
  const what = kind === 'refusal' ? 'Refund refused' : 'Dispute'
  return `${what} (${product})${reason === null ? '' : `: ${reason.replaceAll('_', ' ')}`}`
}

const columns: AdminColumn<PaymentProblem>[] = [
  momentColumn('When (UTC)', ({ at }) => at),
  { head: 'What', className: 'min-w-48', value: whatOf },
  { head: 'Student', className: 'min-w-36', value: ({ name }) => name, cell: ({ name }) => name || 'Former member' },
  numberColumn({ head: 'Amount', of: ({ amount }) => amount, isMoney: true }),
  { head: 'State', value: ({ status }) => statusWords[status] },
  momentColumn('Answer until (UTC)', ({ respondBy }) => respondBy),
  {
    head: 'Action',
    cell: (problem) =>
      problem.kind !== 'dispute' &&
      problem.requestId !== null &&
      problem.status === 'open' && <ResolveButton problem={problem} requestId={problem.requestId} />,
  },
]

export default function PaymentProblems() {
  return (
    <AdminTable
      caption="Failed refunds and disputes"
      columns={columns}
      list={useSuspenseInfiniteQuery(paymentProblemsQuery)}
      rowKey={({ id }) => id}
      file="payment problems"
      empty={<EmptyState title="Nothing is wrong">Failed refunds and disputes appear here.</EmptyState>}
    />
  )
}

function ResolveButton({ problem: { id: refundId, name, amount }, requestId: id }: { problem: PaymentProblem; requestId: string }) {
  const mend = useAdminWrite('POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend')
  return (
    <ReasonButton
      variant="ghost"
      button="Resolve"
      label={`Resolve the refund of ${moneyOf(amount)} to ${name || 'a former member'}`}
      title={`The refund of ${moneyOf(amount)}`}
      description="The refund did not reach the student. Pay it another way first, and enter that way as the reason. The student gets an email."
      confirm="It is paid back"
      onConfirm={async (body) => {
        await mend.mutateAsync({ params: { id, refundId }, body })
        return { title: 'Resolved', description: `${moneyOf(amount)} counts as refunded.` }
      }}
    />
  )
}
