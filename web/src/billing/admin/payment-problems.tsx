import type { PaymentProblem } from '@medicready/domain/contract/billing/payment-problems'
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { decimalsOf, moneyOf, utcInstantOf } from '../../dashboards/amounts.ts'
import { ReasonDialog } from '../../dashboards/reason-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { paymentProblemsQuery } from './revenue-queries.ts'

const statusWords: Record<PaymentProblem['status'], string> = {
  open: 'Open',
  mended: 'Paid another way',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
}
/** With the word for why, such as `product_not_received` for a dispute. */
const whatOf = ({ kind, product, reason }: PaymentProblem): string => {
  if (kind === 'refund') return `Refund did not arrive (${product})`
  const what = kind === 'refusal' ? 'Refund refused' : 'Dispute'
  return `${what} (${product})${reason === null ? '' : `: ${reason.replaceAll('_', ' ')}`}`
}

/** Failed refunds and disputes. */
export default function PaymentProblems() {
  const list = useSuspenseInfiniteQuery(paymentProblemsQuery)
  const [mended, setMended] = useState<PaymentProblem | null>(null)
  const columns: AdminColumn<PaymentProblem>[] = [
    { head: 'When (UTC)', className: 'min-w-40 tabular-nums', csv: ({ at }) => at, cell: ({ at }) => utcInstantOf(at) },
    { head: 'What', className: 'min-w-48', csv: whatOf, cell: whatOf },
    { head: 'Student', className: 'min-w-36', csv: ({ name }) => name, cell: ({ name }) => name || 'Former member' },
    { head: 'Amount', isNumber: true, csv: ({ amount }) => decimalsOf(amount), cell: ({ amount }) => moneyOf(amount) },
    { head: 'State', csv: ({ status }) => statusWords[status], cell: ({ status }) => statusWords[status] },
    { head: 'Answer until (UTC)', csv: ({ respondBy }) => respondBy, cell: ({ respondBy }) => (respondBy ? utcInstantOf(respondBy) : '–') },
    {
      head: 'Action',
      cell: (problem) =>
        problem.kind !== 'dispute' &&
        problem.requestId !== null &&
        problem.status === 'open' && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Resolve the refund of ${moneyOf(problem.amount)} to ${problem.name || 'a former member'}`}
            onClick={() => setMended(problem)}
          >
            Mend
          </Button>
        ),
    },
  ]
  return (
    <>
      <AdminTable
        caption="Failed refunds and disputes"
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        list={list}
        file="payment problems"
        empty={<EmptyState title="Nothing is wrong">Failed refunds and disputes appear here.</EmptyState>}
      />
      {mended && <MendDialog problem={mended} onClose={() => setMended(null)} />}
    </>
  )
}

function MendDialog({ problem: { id: refundId, requestId, amount }, onClose }: { problem: PaymentProblem; onClose: () => void }) {
  const queries = useQueryClient()
  const mend = useWrite('POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend', {
    onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.admin }),
  })
  return (
    <ReasonDialog
      title={`The refund of ${moneyOf(amount)}`}
      description="The refund did not reach the student. Pay it another way first, and enter that way as the reason. The student gets an email."
      confirm="It is paid back"
      onConfirm={async (reason) => {
        await mend.mutateAsync({ params: { id: requestId ?? '', refundId }, body: { reason } })
        return { title: 'Resolved', description: `${moneyOf(amount)} counts as refunded.` }
      }}
      onClose={onClose}
    />
  )
}
