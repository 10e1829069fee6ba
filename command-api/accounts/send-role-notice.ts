import { hoursAfter } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { roleChangedMail } from './letters.ts'
import { tellAccount } from './tell-account.ts'

/** Who hears of it later than this is only puzzled by it. */
const NOTICE_HOURS = 24

/** Tells somebody that they may do more now, or less: whoever did not expect it looks after their account. */
export async function sendRoleNotice(
  fact: Recorded<FactOf<'RoleGranted'> | FactOf<'RoleRevoked'>>,
  parts: Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  if (parts.clock() >= hoursAfter(fact.metadata.occurredAt, NOTICE_HOURS)) return
  const role = fact.type === 'RoleGranted' ? fact.data.role : 'student'
  const link = new URL('/login', parts.publicUrl).href
  await tellAccount(
    fact,
    { userId: fact.data.userId, kind: 'roleChanged', words: ({ firstName }) => roleChangedMail(firstName, role, link) },
    parts,
  )
}
