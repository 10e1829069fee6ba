import type { PaymentProblem } from '@medicready/domain/contract/billing/payment-problems'
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf, utcInstantOf } from '../dashboard/amounts.ts'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'
import { paymentProblemsQuery } from './queries.ts'

const statusWords: Record<PaymentProblem['status'], string> = {
  open: 'Open',
  mended: 'Paid back another way',
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

/** Refunds that did not arrive or were refused, and disputes. */
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
            aria-label={`Mend the refund of ${moneyOf(problem.amount)} to ${problem.name || 'a former member'}`}
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
        caption="Refunds that did not arrive or were refused, and disputes"
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        list={list}
        file="payment problems"
        empty={<EmptyState title="Nothing is wrong">Refunds that did not arrive or were refused, and disputes, stand here.</EmptyState>}
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
      description="It did not reach the student. Pay it back another way first, and name that way as the reason. The student gets a mail."
      confirm="It is paid back"
      onConfirm={async (reason) => {
        await mend.mutateAsync({ params: { id: requestId ?? '', refundId }, body: { reason } })
        return { title: 'Mended', description: `${moneyOf(amount)} counts as paid back.` }
      }}
      onClose={onClose}
    />
  )
}
