import type { SystemState } from '@medicready/domain/contract/admin/system'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { numberOf } from '../../dashboards/amounts.ts'

type Stopped = SystemState['stoppedAddresses'][number]

const reasons = { bounced: 'Bounced: the mailbox rejected an email', complained: 'Complaint: an email was reported as spam' } as const

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
        'We send no reminders to these addresses until their owners ask us to try again or change the address. Emails about the account are still sent. The addresses are personal data and are not shown.',
    }}
    caption="Stopped addresses"
    columns={columns}
    rows={stopped}
    rowKey={({ reason }) => reason}
    file="stopped-addresses"
    empty={null}
  />
)
