import type { SystemState } from '@medicready/domain/contract/admin/system'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { numberOf } from '../dashboard/amounts.ts'

type Stopped = SystemState['stoppedAddresses'][number]

const reasons = { bounced: 'Bounced: the mailbox takes no mail', complained: 'Complaint: a mail was reported as spam' } as const

const columns: readonly AdminColumn<Stopped>[] = [
  { head: 'Cause', cell: ({ reason }) => reasons[reason], csv: ({ reason }) => reason },
  { head: 'Now', isNumber: true, cell: ({ now }) => numberOf(now), csv: ({ now }) => now },
  { head: 'Last 30 days', isNumber: true, cell: ({ lately }) => numberOf(lately), csv: ({ lately }) => lately },
]

/** How many addresses get no reminders, and why. */
export const StoppedAddresses = ({ stopped }: { stopped: readonly Stopped[] }) => (
  <AdminTable
    panel={{
      title: 'Stopped addresses',
      explanation:
        'No reminders go to these addresses until their owners have them tried again or choose others; mails about the account itself go all the same. The addresses are not shown: they are personal data.',
    }}
    caption="Stopped addresses"
    columns={columns}
    rows={stopped}
    rowKey={({ reason }) => reason}
    file="stopped-addresses"
    empty={null}
  />
)
