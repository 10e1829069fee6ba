import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { WorkerParts } from '../../worker/worker-parts.ts'
import { tellAccount } from '../tell-account.ts'
import { deletionRequestedMail, exportMadeMail } from './letters.ts'

type MailParts = Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>

/** Tells that an export is there, while it is. The link leads to the profile: it is no key to the file. */
export async function sendExportMadeMail(fact: Recorded<FactOf<'ExportMade'>>, parts: MailParts): Promise<void> {
  const { userId, expiresAt } = fact.data
  if (expiresAt <= parts.clock()) return
  const link = new URL('/profile', parts.publicUrl).href
  await tellAccount(fact, { userId, kind: 'exportMade', words: () => exportMadeMail(link) }, parts)
}

/** Tells that an account will be deleted, unless its owner has changed their mind meanwhile. */
export async function sendDeletionRequestedMail(fact: Recorded<FactOf<'DeletionRequested'>>, parts: MailParts): Promise<void> {
  const { userId, eraseAt } = fact.data
  const link = new URL('/profile', parts.publicUrl).href
  const words = ({ timeZone, eraseAt: stands }: { timeZone: string; eraseAt: string | null }) =>
    stands === eraseAt ? deletionRequestedMail({ eraseAt, timeZone }, link) : null
  await tellAccount(fact, { userId, kind: 'deletionRequested', words }, parts)
}
